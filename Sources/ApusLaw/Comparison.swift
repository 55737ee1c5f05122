import ApusConformance

/// What README says of URLSession on Linux: a line, and the case that shows it.
package struct Comparison: Sendable {
    /// What README says.
    package let line: String
    /// The claim of the case that Apus passes and URLSession alone does not.
    package let claim: String

    /// All lines, in README's order.
    package static let all: [Comparison] = [
        Comparison(
            line: "An answer with trailers ends the process",
            claim: "trailers after the last chunk leave the body whole and are readable"),
        Comparison(
            line: "A server that closes in the middle of a head ends the process",
            claim: "a head cut off inside a field is an error"),
        Comparison(
            line: "Cancelling at the moment of completion ends the process, or blocks it",
            claim: "2,000 cancellations racing completion, 8 at a time, end as value or cancellation"),
        Comparison(
            line: "`Authorization` and `Cookie` go along to another host",
            claim: "to another host or port no credentials go along"),
        Comparison(
            line: "307 and 308 lose the request's body and report success",
            claim: "307 and 308 leave method, body and Content-Type as they are"),
        Comparison(
            line: "A POST on a dead kept connection is sent again without its body, and hangs",
            claim: "a POST that the server has read before it closed is not sent again"),
        Comparison(
            line: "A `Content-Length` that is too small smuggles the rest of the body as the next request",
            claim: "a Content-Length that is too small is refused"),
        Comparison(
            line: "A 408 that ended an idle connection is taken for the next request's answer",
            claim: "a 408 that ends an idle connection is not the answer to a GET"),
        Comparison(
            line: "Half a gzip body is a success",
            claim: "a gzip body cut in half is an error, though its length is right"),
        Comparison(line: "A gzip bomb is unpacked to its last byte", claim: "a gzip bomb stops at the limit"),
        Comparison(
            line: "A timeout of half a second ends the call at once",
            claim: "a timeout of half a second is not cut to none"),
        Comparison(
            line: "A field without a space after its colon fails the answer",
            claim: "a field without a space after its colon has its value"),
        Comparison(
            line: "Repeated fields lose their order",
            claim: "repeated fields are kept apart, and the order of all fields is that of the wire"),
        Comparison(
            line: "A reader that is slow does not slow the server down",
            claim: "a slow reader holds the server up, and closes the connection by leaving"),
        Comparison(line: "IPv6 addresses fail", claim: "an IPv6 address connects, and its Host has the brackets"),
    ]

    /// The case, which the tests demand to exist.
    package var conformanceCase: ConformanceCase? { ConformanceCase.all.first { $0.claim == claim } }
}
