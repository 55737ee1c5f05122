import ApusCore

extension Target {
    /// What people are shown: wherever a secret stands under its name, whatever is before and after it and wherever
    /// the text is cut off, it is not shown.
    static let redaction = Target(name: "Redaction") { bytes in
        let lines = text(bytes).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let before = String(lines[0])
        let after = lines.count > 1 ? String(lines[1]) : ""
        guard !before.contains(secret), !after.contains(secret) else { return }
        let redaction = Redaction.standard
        for marked in [
            "{\"a\":\"\(before)\",\"token\":\"\(secret)\",\"b\":\"\(after)\"}",
            "\(before),\"password\": \"\(secret)\"\(after)",
            "\(before)&access_token=\(secret)&\(after)",
            "\(before)?key=\(secret)",
            "\(before)\nAuthorization: Bearer \(secret)\n\(after)",
            "\(before) https://user:\(secret)@h/\(after)",
            "\(before),\"session\":[\"a\",{\"b\":\"\(secret)\"}]\(after)",
            "\(before),\\\"client_secret\\\":\\\"\(secret)\\\",\(after)",
            "\(before), password: Optional(\"\(secret)\"), \(after)",
            "\(before)\nCookie: a=\"b\"; c=\(secret)\n\(after)",
        ] {
            hides(redaction.json(marked), marked)
            // Text is cut off before it is looked through, and hides no less.
            for end in [marked.utf8.count / 2, max(0, marked.utf8.count - after.utf8.count - 3)] {
                let cut = text(marked.utf8.prefix(end))
                hides(redaction.json(cut), cut)
            }
        }
        hides(redaction.form("\(before)&token=\(secret)&\(after)"), before)
        hides(redaction.value(of: .init("X-Api-Key", before + secret + after)), before)
        hides(redaction.text(for: ["Cookie": before + secret, "Location": "/\(before)&token=\(secret)"]), before)
        if let url = try? HTTPURL("https://u:\(secret)@h/\(before)?x&token=\(secret)&\(after)") {
            hides(url.description, before)
        }
        precondition(Redaction.none.json(before) == before)
    }

    private static let secret = "S3CRET"

    private static func hides(_ shown: String, _ marked: String) {
        precondition(!shown.contains(secret), "\(marked.debugDescription) is shown as \(shown.debugDescription)")
    }
}
