import ApusCore

@testable import ApusCurl
@testable import ApusTestServer

extension Target {
    /// The transport's reading of an answer's head. What the test server's strict parser takes for a field, this one takes
    /// for the same field; and what it found, written down, is found again.
    static let curlHeader = Target(name: "CurlHeader") { bytes in
        if let head = CurlHeaderParser.head(Data(bytes)) {
            precondition(0...999 ~= head.status.code)
            check(head.headers)
        }
        let headers = CurlHeaderParser.fields(Data(bytes))
        check(headers)
        for line in bytes.split(separator: 0x0A) {
            let strict = line.withUnsafeBufferPointer { line in try? FieldLine.field(line) }
            guard let strict else { continue }
            precondition(CurlHeaderParser.fields(Data(line)).elementsEqual([strict]), "\(strict) is read differently")
        }
    }

    private static func check(_ headers: Headers) {
        for field in headers {
            let name = field.name.rawValue
            precondition(!name.isEmpty && !name.utf8.contains { $0 == 0x0A || $0 == UInt8(ascii: ":") })
            precondition(!field.value.utf8.contains(0x0A) && field.value == field.value.trimmedOfWhitespace)
        }
        let lines = headers.map { $0.name.rawValue + ": " + $0.value + "\n" }.joined()
        precondition(CurlHeaderParser.fields(Data(lines.utf8)) == headers, "read differently a second time: \(lines)")
    }
}
