import ApusCore
import ApusTestServer
import Testing

@testable import AppNetServer

@Suite struct ImageTests {
    private func fetch(_ harness: inout Harness, _ url: String?) -> Outcome {
        let target = url?.replacing("http://127.0.0.1", with: "") ?? ""
        return Outcome(harness.service.reply(to: RecordedRequest(method: .get, target: target), at: harness.now))
    }

    private func upload(
        _ harness: inout Harness, _ slot: String, _ bytes: [UInt8], part: String? = nil, boundary: String = "b-1"
    ) -> Outcome {
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part ?? slot)\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
        let body = Data(head.utf8) + Data(bytes) + Data("\r\n--\(boundary)--\r\n".utf8)
        return harness.send(
            .post, "users/me/" + slot, .full, headers: [.contentType: "multipart/form-data; boundary=\(boundary)"],
            body: body)
    }

    @Test(arguments: ["avatar", "cover"])
    func `an image is a redirect that carries the query, and a PNG behind it`(slot: String) throws {
        var harness = Harness()
        let redirect = harness.get("users/@mara_quill/\(slot)?w=64&h=64&access_token=apus-demo-full")
        #expect(redirect.status == 302)
        let location = try #require(redirect.headers[.location])
        #expect(location.hasSuffix("?w=64&h=64"))
        let image = fetch(&harness, location)
        #expect(image.status == 200)
        #expect(image.headers[.contentType] == "image/png")
        let user = harness.get("users/@mara_quill").data?[slot + "_image"]
        #expect(user?["is_default"] == true)
        let size = try #require(ImageSize(of: Array(image.body)))
        #expect(user?["width"] == .int(size.width))
        #expect(user?["height"] == .int(size.height))
        #expect(user?["url"]?.text == String(location.prefix { $0 != "?" }))
    }

    @Test func `an upload takes the place of the image, under a new URL`() throws {
        var harness = Harness()
        let old = harness.get("users/me", .full).data?["avatar_image"]?["url"]
        let png = GeneratedImage.png(width: 30, height: 20, pattern: 1)
        let image = try #require(upload(&harness, "avatar", png).data?["avatar_image"])
        #expect(image["is_default"] == false)
        #expect(image["width"] == 30)
        #expect(image["url"] != old)
        #expect(Array(fetch(&harness, image["url"]?.text).body) == png)
    }

    @Test func `an avatar is under 1 MB, a cover under 4 MB and 960 pixels wide`() {
        var harness = Harness()
        #expect(upload(&harness, "avatar", [UInt8](repeating: 7, count: 999_999)).status == 200)
        #expect(upload(&harness, "avatar", [UInt8](repeating: 7, count: 1_000_000)).status == 400)
        #expect(upload(&harness, "cover", [UInt8](repeating: 7, count: 4_000_000)).status == 400)
        #expect(upload(&harness, "cover", GeneratedImage.png(width: 959, height: 20, pattern: 1)).status == 400)
        #expect(upload(&harness, "cover", GeneratedImage.png(width: 960, height: 20, pattern: 1)).status == 200)
    }

    @Test func `a body that is no such upload is refused`() {
        var harness = Harness()
        #expect(
            upload(&harness, "avatar", [1], part: "cover").message == "Bad Request: You must supply a avatar parameter."
        )
        #expect(upload(&harness, "avatar", []).status == 400)
        #expect(upload(&harness, "avatar", Array("x\r\n--b-1\r\nContent-Disposition: x".utf8)).status == 400)
        for (type, body) in [
            ("image/png", "x"), ("multipart/form-data", "--b"), ("multipart/form-data; boundary=b", "--b"),
            ("multipart/form-data; boundary=b", ""),
        ] {
            #expect(
                harness.send(.post, "users/me/avatar", .full, headers: [.contentType: type], body: Data(body.utf8))
                    .status == 400)
        }
    }

    @Test func `the bytes of a part may hold anything but the boundary`() throws {
        let bytes = Array("\r\n--b\r\n\r\n--b-".utf8) + [0, 255, 13, 10]
        var harness = Harness()
        let image = upload(&harness, "avatar", bytes).data?["avatar_image"]
        #expect(Array(fetch(&harness, image?["url"]?.text).body) == bytes)
    }

    @Test func `sizes are read from PNG, GIF and JPEG and from nothing else`() {
        #expect(ImageSize(of: GeneratedImage.png(width: 12, height: 345, pattern: 0))?.height == 345)
        #expect(ImageSize(of: Array("GIF89a".utf8) + [1, 2, 3, 0])?.width == 513)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 1, 0, 2, 0, 3]
        #expect(ImageSize(of: jpeg)?.width == 512)
        #expect(ImageSize(of: jpeg)?.height == 256)
        for bytes in [[], [0xFF, 0xD8], Array(jpeg.prefix(12)), Array("GIF89a".utf8), [1, 2, 3]] as [[UInt8]] {
            #expect(ImageSize(of: bytes) == nil)
        }
    }
}
