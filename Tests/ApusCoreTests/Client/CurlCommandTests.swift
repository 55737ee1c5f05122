import ApusCore
import Foundation
import Testing

@Suite struct CurlCommandTests {
    private func request(
        _ method: ApusCore.Method = .get, _ url: String = "https://h/p", _ headers: Headers = [:],
        _ body: RequestBody? = nil
    ) throws -> ApusCore.Request {
        try Request(method, HTTPURL(url), headers: headers, body: body)
    }

    @Test func `a GET is the URL alone`() throws {
        #expect(try request().curlCommand == "curl --compressed 'https://h/p'")
    }

    @Test func `method, fields and body are there`() throws {
        let request = try request(
            .post, "https://h/p?q=1#f",
            ["Accept": "application/json", "Content-Type": "application/json", "X-Empty": ""],
            .text(#"{"a":1}"#))
        #expect(
            request.curlCommand
                == #"curl --request 'POST' --header 'Accept: application/json' --header 'Content-Type: application/json' "#
                + #"--header 'X-Empty;' --compressed --data-raw '{"a":1}' 'https://h/p?q=1'"#)
    }

    @Test func `HEAD asks for the head, other methods by name`() throws {
        #expect(try request(.head).curlCommand == "curl --head --compressed 'https://h/p'")
        #expect(try request(.delete).curlCommand == "curl --request 'DELETE' --compressed 'https://h/p'")
        #expect(try request("M-SEARCH").curlCommand.contains("--request 'M-SEARCH'"))
    }

    @Test func `an Accept-Encoding of one's own replaces curl's, a Content-Length is left to curl`() throws {
        let command = try request(.post, "https://h/p", ["Accept-Encoding": "br", "Content-Length": "1"], .text("x"))
            .curlCommand
        #expect(!command.contains("--compressed") && command.contains("'Accept-Encoding: br'"))
        #expect(!command.contains("Content-Length"))
    }

    @Test func `without a Content-Type curl is kept from adding its own`() throws {
        for body in [RequestBody.text("x"), .bytes(Data([0xFF])), .stream { _ in }] {
            #expect(try request(.post, "https://h/p", [:], body).curlCommand.contains("--header 'Content-Type:'"))
        }
        #expect(try !request(.post).curlCommand.contains("Content-Type"))
    }

    @Test func `what is no text comes from standard input`() throws {
        let type: Headers = ["Content-Type": "image/png"]
        for body in [RequestBody.bytes(Data([0xFF])), .text("a\0b"), .stream { _ in }] {
            #expect(try request(.post, "https://h/p", type, body).curlCommand.contains("--data-binary @-"))
        }
        let multipart: Headers = ["Content-Type": "multipart/form-data; boundary=x"]
        let command = try request(.post, "https://h/p", multipart, .text("name=\"password\"\r\n\r\nS3CRET")).curlCommand
        #expect(!command.contains("S3CRET") && command.contains("--data-binary @-"))
    }

    @Test func `secrets are hidden unless all is asked for`() throws {
        let request = try request(
            .post, "https://u:S3CRET@h/p?token=S3CRET",
            ["Authorization": "Bearer S3CRET", "Cookie": "S3CRET", "Content-Type": "application/json"],
            .text(#"{"password":"S3CRET","n":1}"#))
        let hidden = request.curlCommand
        #expect(!hidden.contains("S3CRET"))
        #expect(
            hidden.contains("'Authorization: Bearer <redacted>'")
                && hidden.contains(#"{"password":"<redacted>","n":1}"#))
        let shown = request.curlCommand(redaction: .none)
        #expect(shown.components(separatedBy: "S3CRET").count == 6)
        #expect(shown.contains("https://u:S3CRET@h/p?token=S3CRET"))

        for (type, body) in [
            ("application/x-www-form-urlencoded", "a=1&password=S3CRET"), ("text/plain", "password=S3CRET"),
            ("", #"{"password":"S3CRET"}"#),
            ("application/x-www-form-urlencoded; charset=utf-8", "password=S3CRET,S3CRET"),
        ] {
            let headers: Headers = type.isEmpty ? [:] : ["Content-Type": type]
            let command = try self.request(.post, "https://h/", headers, .text(body)).curlCommand
            #expect(!command.contains("S3CRET") && command.contains("<redacted>"), "\(command)")
        }
    }

    @Test(arguments: [
        "it's", "'", "''", "a\"b", "$HOME `id` $(id)", "a\\b\\", "line\nbreak\ttab", "ü 😀", "!history", "'\u{301}",
        "*?[a]{b}",
        "# ; & | < >", "-n", "%s%d", "",
    ])
    func `a shell takes every word as it is`(text: String) throws {
        let request = try request(
            .post, "https://h/it's?a='b'", ["X-Text": text.contains("\n") ? "x" : text, "Content-Type": "text/plain"],
            .text(text))
        var expected = ["curl", "--request", "POST", "--header"]
        let field = text.contains("\n") ? "x" : text
        expected.append(field.isEmpty ? "X-Text;" : "X-Text: \(field)")
        expected += [
            "--header", "Content-Type: text/plain", "--compressed", "--data-raw", text, "https://h/it's?a='b'",
        ]
        #expect(try shellWords(request.curlCommand(redaction: .none)) == expected)
    }

    /// The words that `/bin/sh` makes of a command line.
    private func shellWords(_ command: String) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf '%s\\0' \(command)"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
