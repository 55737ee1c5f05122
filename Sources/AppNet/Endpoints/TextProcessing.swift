import ApusCore

extension Endpoint<TextProcessorResult> {
    /// `POST text/process`: a text as it would be shown if it were posted. Changes nothing.
    ///
    /// Token: user or app.
    public static func processText(_ text: String, entities: EntitiesInput? = nil) -> Self {
        .post("text/process", json: Draft(text, entities: entities))
    }
}
