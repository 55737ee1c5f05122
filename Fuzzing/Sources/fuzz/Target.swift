/// One parser under test: a name, which is also that of its folder of seeds, and what has to hold for any input.
///
/// An input that breaks an invariant ends the process (`precondition`); libFuzzer then keeps the input in a file.
struct Target: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all: [Target] = [
        http1Request, curlHeader, headerValue, httpDate, retryAfter, webLink, json, url, contentCoding, redaction,
        encoding,
    ]
}
