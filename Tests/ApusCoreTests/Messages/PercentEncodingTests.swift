import Testing

@testable import ApusCore

@Suite struct PercentEncodingTests {
    private static let unreserved = "ABCXYZabcxyz0189-._~"

    @Test func `each set lets through exactly its characters`() {
        let ascii = (0...127).map { UInt8($0) }
        func allowed(_ set: PercentEncoding.Allowed) -> Set<Character> {
            Set(
                ascii.map { String(decoding: [$0], as: UTF8.self) }
                    .filter { PercentEncoding.encoding($0, set) == $0 }.joined())
        }
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        #expect(allowed(.queryItem) == letters)
        #expect(allowed(.segment) == letters.union("!$&'()*+,;=:@"))
        #expect(allowed(.path) == letters.union("!$&'()*+,;=:@/"))
        #expect(allowed(.query) == letters.union("!$&'()*+,;=:@/?"))
    }

    @Test func `encoding encodes an escape again, repairing leaves it`() {
        #expect(PercentEncoding.encoding("a%2Fb", .segment) == "a%252Fb")
        #expect(PercentEncoding.repairing("a%2fb%zz%", .path) == "a%2fb%25zz%25")
    }

    @Test func `text is encoded as UTF-8 in upper-case digits`() {
        #expect(PercentEncoding.encoding("ü😀 ", .queryItem) == "%C3%BC%F0%9F%98%80%20")
    }

    @Test(arguments: [
        ("a%20b+c", "a b+c"), ("%C3%BC", "ü"), ("", ""), ("%", nil), ("%2", nil), ("%zz", nil), ("%FF", nil),
    ])
    func `decoding is strict`(text: String, decoded: String?) {
        #expect(PercentEncoding.decoding(text) == decoded)
    }

    @Test func `in a form a plus is a space`() {
        #expect(PercentEncoding.decoding("a+b%2B", plusIsSpace: true) == "a b+")
    }
}
