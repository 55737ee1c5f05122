import ApusCore
import Foundation
import Testing

@testable import ApusURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ConversionTests {
    @Test func repeatedFieldsBecomeOneList() {
        let fields = URLRequest.fields(of: [
            "Accept": "a", "X-One": "1", "accept": "b", .cookie: "c=1", "cookie": "d=2", .contentLength: "5",
        ])
        #expect(fields.map(\.name) == ["Accept", "X-One", "Cookie"])
        #expect(fields.map(\.value) == ["a, b", "1", "c=1; d=2"])
    }

    @Test(arguments: [
        "http://example.com/a%2Fb?q=%C3%A4&x=1|2", "https://example.com:8443/", "http://[::1]:8080/x",
        "http://example.com/a[1]{2}^",
    ])
    func theURLIsSentAsItWasChecked(_ text: String) throws {
        let url = try HTTPURL(text)
        let request = try URLRequest(Request(.get, url))
        #expect(request.url?.absoluteString == url.absoluteString)
    }

    @Test func fieldsOfAnAnswerAreSortedByName() {
        let headers = Headers(["b": "2", "A": "1", "c": "3"] as [AnyHashable: Any])
        #expect(headers.map(\.name.rawValue) == ["A", "b", "c"])
    }

    @Test func joinedCookiesAreTakenApart() {
        let joined = "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=2,3; HttpOnly, c="
        let headers = Headers(["Set-Cookie": joined] as [AnyHashable: Any])
        #expect(
            headers.values(for: .setCookie) == [
                "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2,3; HttpOnly", "c=",
            ])
    }

    @Test(arguments: [("http/1.0", HTTPVersion.http1_0), ("http/1.1", .http1_1), ("h2", .http2), ("h3", .http3)])
    func versionsHaveNames(_ name: String, _ version: HTTPVersion) {
        #expect(HTTPVersion(protocolName: name) == version)
    }

    @Test func anUnknownVersionHasNone() {
        #expect(HTTPVersion(protocolName: "spdy/3") == nil)
        #expect(HTTPVersion(protocolName: nil) == nil)
    }
}

@Suite struct StreamedBodyTests {
    private func collected(
        length: Int? = nil, limit: Int = 100, _ produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) async -> Result<Data, TransportError> {
        do throws(TransportError) {
            return .success(try await StreamedBody(produce, length: length, limit: limit).collected())
        } catch {
            return .failure(error)
        }
    }

    @Test func whatIsWrittenIsCollected() async throws {
        let data = await collected(length: 4) { writer in
            try await writer.write("ab")
            try await writer.write("cd")
        }
        #expect(try data.get() == Data("abcd".utf8))
    }

    @Test(arguments: [1, 5]) func anotherLengthThanAnnouncedFails(_ length: Int) async {
        let result = await collected(length: length) { try await $0.write("abc") }
        guard case .failure(let error) = result else {
            Issue.record("the body was accepted")
            return
        }
        #expect(error.code == .requestBodyFailed)
        #expect(!error.requestWasSent)
    }

    @Test func aFunctionThatHidesTheWritersErrorFailsAllTheSame() async {
        let result = await collected(length: 1) { try? await $0.write("abc") }
        #expect(throws: TransportError.self) { try result.get() }
    }

    @Test func theLimitHolds() async {
        let result = await collected(limit: 2) { try await $0.write("abc") }
        #expect(throws: TransportError.self) { try result.get() }
    }
}
