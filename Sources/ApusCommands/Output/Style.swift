/// Bold, colours and the like, or nothing of it.
struct Style: Sendable {
    /// Whether there are any.
    let isEnabled: Bool

    /// For what matters most.
    func strong(_ text: String) -> String { wrapped(text, "1") }
    /// For names that can be typed.
    func name(_ text: String) -> String { wrapped(text, "36") }
    /// For what matters least.
    func faint(_ text: String) -> String { wrapped(text, "2") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isEnabled && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
