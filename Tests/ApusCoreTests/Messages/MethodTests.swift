import ApusCore
import Testing

@Suite struct MethodTests {
    @Test func `methods are case-sensitive and any token is one`() {
        #expect(Method("get") != .get)
        #expect(Method("PROPFIND").isValid && ("M-SEARCH" as Method).isValid)
        for bad in ["", "GE T", "GET\r\n", "GET/", "GÉT", "GET\0"] { #expect(!Method(bad).isValid) }
    }

    @Test func `safe methods are idempotent, and so are PUT and DELETE`() {
        let all: [Method] = [.get, .head, .options, .trace, .put, .delete, .post, .patch]
        #expect(all.filter(\.isSafe) == [.get, .head, .options, .trace])
        #expect(all.filter(\.isIdempotent) == [.get, .head, .options, .trace, .put, .delete])
        #expect(all.filter(\.forbidsBody) == [.get, .head, .trace])
        #expect(!Method.standard.contains(.trace))
    }
}

@Suite struct StatusTests {
    @Test func `classes have sharp edges`() {
        #expect(Status(199).isInformational && !Status(200).isInformational)
        #expect(Status(200).isSuccess && Status(299).isSuccess && !Status(300).isSuccess && !Status(199).isSuccess)
        #expect(Status(300).isRedirection && Status(399).isRedirection && !Status(400).isRedirection)
        #expect(Status(400).isClientError && Status(499).isClientError && !Status(500).isClientError)
        #expect(Status(500).isServerError && Status(599).isServerError && !Status(600).isServerError)
    }

    @Test func `a status shows its phrase if it has one`() {
        #expect(Status.notFound.description == "404 Not Found")
        #expect(Status(299).description == "299")
        #expect((404 as Status) == Status(rawValue: 404))
    }

    @Test func `versions are written as in a status line`() {
        #expect(HTTPVersion.http1_1.description == "HTTP/1.1")
        #expect(HTTPVersion.http1_0.description == "HTTP/1.0")
        #expect(HTTPVersion.http2.description == "HTTP/2")
    }
}
