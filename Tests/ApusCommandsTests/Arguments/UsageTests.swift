import Testing

@testable import ApusCommands

@Suite struct UsageTests {
    static let adnCommands = [
        "global", "stream", "show", "replies", "user", "post", "delete", "star", "repost", "search",
    ]

    @Test(arguments: [
        (["adn", "global", "--count", "many"], "option '--count' needs a whole number of at least 1, not 'many'"),
        (["adn", "global", "--count=0"], "option '--count' needs a whole number of at least 1, not '0'"),
        (["adn", "global", "--count", "-3"], "option '--count' needs a whole number of at least 1, not '-3'"),
        (["adn", "global", "--timeout=0"], "option '--timeout' needs a number of seconds above 0"),
        (["adn", "global", "--timeout=soon"], "not 'soon'"),
        (["adn", "global", "--timeout=nan"], "not 'nan'"),
        (["adn", "global", "--log=loud"], "option '--log' takes info, debug or error, not 'loud'"),
        (["adn", "global", "--token="], "the token is empty"),
        (["adn", "global", "--cuont", "3"], "unknown option '--cuont'; did you mean '--count'?"),
        (["adn", "globl"], "unknown command 'globl'; did you mean 'global'?"),
        (["adn", "show"], "'apus adn show' needs ID: the id of a post, as lists show it"),
        (["adn", "show", "1", "2"], "unexpected argument '2'"),
        (["adn", "post", "two", "words"], "unexpected argument 'words'; a text of several words needs quotes"),
        (["adn", "post", " "], "the text of the post is empty"),
        (["adn", "post", "-"], "the text of the post is empty"),
        (["adn", "post", "-1 today"], "a text that begins with a dash goes behind '--'"),
        (["adn", "star", "1", "--undo=yes"], "option '--undo' takes no value"),
        (["serve", "--port", "65536"], "option '--port' needs a whole number of at least 0, not '65536'"),
        (["serve", "--seed", "x"], "option '--seed' needs a whole number"),
    ])
    func `a command line that cannot be understood has a sentence and status 2`(words: [String], message: String) async
    {
        let run = await apus(words)
        #expect(run.status == .usage)
        #expect(run.status.code == 2)
        #expect(run.errors.hasPrefix("apus: "))
        #expect(run.errors.contains(message))
        #expect(run.errors.contains("See 'apus "))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [[], ["adn"]])
    func `a command that is not finished shows its help with status 2`(words: [String]) async {
        let run = await apus(words)
        #expect(run.status == .usage)
        #expect(run.errors.contains("Commands:"))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [[], ["adn"], ["serve"]] + adnCommands.map { ["adn", $0] })
    func `every command has help with summary, usage, options and examples`(words: [String]) async {
        let run = await apus(words + ["--help"])
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        let name = (["apus"] + words).joined(separator: " ")
        for part in ["Usage: \(name)", "General options:", "--help", "Examples:"] { #expect(run.output.contains(part)) }
        #expect(run.lines[0].hasSuffix("."))
        #expect(await apus(["help"] + words).output == run.output)
    }

    @Test(arguments: adnCommands) func `the help of a call names server, token, timeout and output`(name: String) async
    {
        let help = await apus("adn", name, "-h").output
        for option in ["--server URL", "--token TOKEN", "--timeout SECONDS", "--json", "--log[=LEVEL]", "--curl"] {
            #expect(help.contains(option))
        }
    }

    @Test func `the help lists every command, exit status and variable`() async {
        let help = await apus("--help").output
        for status in ExitStatus.all {
            #expect(help.contains("  \(status.code) "))
            #expect(help.contains(status.meaning))
        }
        for word in ["APUS_ADN_SERVER", "APUS_ADN_TOKEN", "NO_COLOR", "adn", "serve"] { #expect(help.contains(word)) }
        let adn = await apus("adn", "--help").output
        for name in Self.adnCommands { #expect(adn.contains("\n  \(name) ")) }
    }

    @Test(arguments: [50, 80, 100]) func `help fits the terminal`(width: Int) async {
        for words in [["--help"], ["adn", "--help"], ["serve", "--help"]] + Self.adnCommands.map({ ["adn", $0, "-h"] })
        {
            let run = await apus(words, terminal: TerminalInfo(isInteractive: true, width: width))
            // Examples are lines to be copied, so they are not broken.
            for line in run.lines where !line.hasPrefix("  apus") { #expect(line.count <= width) }
        }
    }

    @Test(arguments: [["--version"], ["adn", "global", "--version"]])
    func `the version is one line`(words: [String]) async {
        let run = await apus(words)
        #expect(run.status == .success)
        #expect(run.output.hasPrefix("apus "))
        #expect(run.lines.count == 2)
    }

    @Test func `every exit status has a number and a meaning of its own`() {
        #expect(Set(ExitStatus.all.map(\.code)).count == ExitStatus.all.count)
        #expect(Set(ExitStatus.all.map(\.meaning)).count == ExitStatus.all.count)
    }
}
