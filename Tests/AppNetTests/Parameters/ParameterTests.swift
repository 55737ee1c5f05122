import AppNet
import ApusCore
import Foundation
import Testing

struct ParameterTests {
    @Test("options that are not mentioned are not sent")
    func optionsNotMentioned() {
        #expect(([] as PostOptions).query.isEmpty)
        #expect((.annotations as PostOptions).query == ["include_annotations": 1])
        #expect((.without(.html) as UserOptions).query == ["include_html": 0])
    }

    @Test("of options that contradict each other the later counts")
    func laterOptionCounts() {
        #expect(([.html, .without(.html)] as PostOptions).query == ["include_html": 0])
        #expect(([.without([.html, .muted]), .html] as PostOptions).query == ["include_muted": 0, "include_html": 1])
    }

    @Test("an account is named by number, by name with or without @, or as the caller")
    func userReferences() {
        #expect(UserReference.id("7").description == "7")
        #expect(UserReference.username("finch").description == "@finch")
        #expect(UserReference.username("@finch") == "@finch")
        #expect(UserReference.me.description == "me")
    }

    @Test("a count beyond the documented range is sent as it is")
    func countBeyondRange() {
        #expect(Paging(count: 500).query == ["count": 500])
        #expect(Paging(count: -500, since: .lastRead).query == ["since_id": "last_read", "count": -500])
    }

    @Test("an empty list of ids is not sent as an empty value")
    func emptyList() { #expect(Endpoint.posts(ids: []).query.isEmpty) }
}

struct ImageUploadTests {
    private func form(_ image: ImageUpload) throws -> (type: MediaType, text: String) {
        let client = Client.appNet(answering: Data())
        let request = try client.request(for: .updateAvatar(image))
        guard case .bytes(let data) = try #require(request.body).content else { return (.bytes, "") }
        return (
            try #require(request.headers[.contentType].flatMap { MediaType($0) }), String(decoding: data, as: UTF8.self)
        )
    }

    @Test("the body is one part, with name, file name, type and the bytes")
    func onePart() throws {
        let (type, text) = try form(ImageUpload(Data("GIF89a".utf8), fileName: "a.gif", contentType: "image/gif"))
        let boundary = try #require(type.parameter("boundary"))
        #expect(type.essence == "multipart/form-data")
        #expect(
            text == "--\(boundary)\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"a.gif\"\r\n"
                + "Content-Type: image/gif\r\n\r\nGIF89a\r\n--\(boundary)--\r\n")
    }

    @Test("the same picture makes the same request")
    func deterministic() throws {
        let image = ImageUpload(Data("GIF89a".utf8))
        #expect(try form(image) == form(image))
        #expect(try form(image).type != form(ImageUpload(Data("GIF89b".utf8))).type)
    }

    @Test("a file name cannot leave its quotes or its line")
    func escapedFileName() throws {
        let (_, text) = try form(
            ImageUpload(Data(), fileName: "a\"\r\nX: y.png", contentType: "image/png\r\n\r\nevil"))
        #expect(text.contains(#"filename="a%22%0D%0AX: y.png""#))
        #expect(text.contains("Content-Type: image/png%0D%0A%0D%0Aevil\r\n"))
    }

    @Test("bytes that are no text are sent as they are")
    func binary() throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let request = try Client.appNet(answering: Data()).request(for: .updateCover(ImageUpload(bytes)))
        guard case .bytes(let data) = try #require(request.body).content else {
            Issue.record("streamed")
            return
        }
        #expect(data.range(of: bytes) != nil)
    }
}
