import Apus

/// What programs read: JSON in UTF-8 with a line break at its end, in one line unless somebody looks at it.
enum JSONOutput {
    static func text(for value: some Encodable, _ terminal: TerminalInfo) throws(EarlyExit) -> String {
        let encoder = JSONEncoder()
        // Sorted, so that the same answer is the same text.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if terminal.isInteractive { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return SafeText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
        } catch {
            throw EarlyExit(.failure, "the answer cannot be shown as JSON: \(error)")
        }
    }
}
