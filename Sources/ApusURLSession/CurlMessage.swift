import ApusCore

/// curl's sentence about an error, which URLSession on Linux keeps as the error's description. It is used only to tell
/// more than the code does; a sentence that is not known changes nothing.
struct CurlMessage: Sendable {
    /// What a sentence stands for.
    struct Meaning: Sendable {
        /// Our code.
        let code: TransportError.Code
        /// Whether the request may have been sent.
        let sent: Bool
        /// One clause for people.
        let text: String
    }

    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the sentence says that no address could be connected to.
    var provesNoConnection: Bool { text.hasPrefix("Failed to connect to ") }

    /// What the sentence stands for, if that is more than the code says.
    var meaning: Meaning? { Self.meanings.first { text.contains($0.part) }?.meaning }

    /// Looked through in this order, from the special to the general.
    private static let meanings: [(part: String, meaning: Meaning)] = [
        ("self-signed certificate in certificate chain", untrusted),
        ("self signed certificate in certificate chain", untrusted),
        ("self-signed certificate", selfSigned),
        ("self signed certificate", selfSigned),
        (
            "certificate has expired",
            Meaning(code: .certificateExpired, sent: false, text: "the server's certificate has expired")
        ),
        (
            "certificate is not yet valid",
            Meaning(code: .certificateExpired, sent: false, text: "the server's certificate is not valid yet")
        ),
        (
            "no alternative certificate subject name matches",
            Meaning(code: .certificateWrongHost, sent: false, text: "the server's certificate is for another host")
        ),
        ("SSL certificate problem", untrusted),
        (
            "content unencoding",
            Meaning(code: .contentEncodingInvalid, sent: true, text: "the body's coding is corrupt")
        ),
    ]

    private static let untrusted = Meaning(
        code: .certificateUntrusted, sent: false, text: "the server's certificate is signed by nobody that is trusted")
    private static let selfSigned = Meaning(
        code: .certificateSelfSigned, sent: false, text: "the server's certificate signed itself")
}
