import ApusCore

extension Endpoint<Configuration> {
    /// `GET config`: the limits of the service.
    ///
    /// Token: none needed, but to be sent if there is one. Ask for it once a day at most.
    public static func configuration() -> Self { .get("config") }
}
