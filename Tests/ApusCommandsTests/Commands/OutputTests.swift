import AppNetServer
import Testing

@testable import ApusCommands

/// Where output goes, and what is kept out of it.
@Suite struct OutputTests {
    @Test func `a reader who has seen enough ends the command quietly`() async {
        let errors = TextBuffer()
        let closed = TextSink { _ throws(OutputError) in throw .closed }
        for words in [["adn", "global", "-n", "500"], ["adn", "global", "--json"], ["--help"], ["serve"]] {
            let status = await ApusCommand.run(arguments: words, output: closed, errors: errors.sink)
            #expect(status == .success)
        }
        #expect(errors.text.isEmpty)
    }

    @Test func `no further page is fetched for a reader who is gone`() async throws {
        let closed = TextSink { _ throws(OutputError) in throw .closed }
        let errors = TextBuffer()
        _ = await ApusCommand.run(
            arguments: ["adn", "global", "-n", "500", "--log"], output: closed, errors: errors.sink)
        #expect(errors.text.split(separator: "\n").count == 1)
    }

    @Test func `output that cannot be written is a failure with the system's reason`() async {
        let errors = TextBuffer()
        let full = TextSink { _ throws(OutputError) in throw .failed("No space left on device") }
        let status = await ApusCommand.run(arguments: ["adn", "global"], output: full, errors: errors.sink)
        #expect(status == .failure)
        #expect(errors.text == "apus: the output cannot be written: No space left on device\n")
    }

    @Test func `errors that cannot be written change nothing`() async {
        let closed = TextSink { _ throws(OutputError) in throw .closed }
        let status = await ApusCommand.run(arguments: ["nonsense"], output: closed, errors: closed)
        #expect(status == .usage)
    }

    @Test func `the log has a line for each call, and details when asked for`() async {
        let info = await apus("adn", "global", "--log", "--json", "-n", "1")
        #expect(info.errors.split(separator: "\n").count == 1)
        #expect(info.errors.contains("GET http://127.0.0.1:"))
        #expect(info.errors.contains("200 OK"))
        #expect(info.lines.count == 2)
        let debug = await apus("adn", "global", "--log=debug", "-n", "1")
        #expect(debug.errors.split(separator: "\n").count == 3)
        #expect(debug.errors.contains("User-Agent: Apus/"))
        #expect(await apus("adn", "global", "--log=error", "-n", "1").errors.isEmpty)
    }

    @Test func `the token is never shown`() async {
        let token = EmbeddedAppNet.AccessToken.friend.value
        for words in [["adn", "stream"], ["adn", "post", "x"], ["adn", "user", "me"], ["adn", "show", "1"]] {
            for extra in [["--log=debug"], ["--curl"], ["--json"]] {
                let given = await apus(words + extra + ["--token", token])
                let inherited = await apus(words + extra, environment: ["APUS_ADN_TOKEN": token])
                for run in [given, inherited] {
                    #expect(!run.output.contains(token))
                    #expect(!run.errors.contains(token))
                }
            }
        }
    }

    @Test func `options go before the environment, and empty variables are none`() async {
        let wrong = ["APUS_ADN_TOKEN": "wrong", "APUS_ADN_SERVER": ""]
        #expect(await apus("adn", "stream", environment: wrong).status == .notAuthorized)
        let token = EmbeddedAppNet.AccessToken.full.value
        #expect(await apus("adn", "stream", "--token", token, environment: wrong).status == .success)
        #expect(await apus("adn", "stream", environment: ["APUS_ADN_TOKEN": token + "\n"]).status == .success)
    }
}
