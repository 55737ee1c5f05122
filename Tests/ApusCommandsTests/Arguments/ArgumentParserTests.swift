import Testing

@testable import ApusCommands

@Suite struct ArgumentParserTests {
    private static let size = Option(name: "size", short: "s", value: .required("N"), help: "how large")
    private static let loud = Option(name: "loud", help: "how loud")
    private static let level = Option(name: "level", value: .optional("L"), help: "how high")
    private static let root = Command(
        name: "tool", summary: "Do things", options: [OptionGroup(title: "Shared", options: [loud])],
        subcommands: [
            Command(
                name: "say", summary: "Say words",
                operands: [Command.Operand(name: "WORDS", help: "words", isRepeated: true)],
                options: [OptionGroup(title: "Own", options: [size, level])]),
            Command(name: "rest", summary: "Do nothing"),
        ])

    private func parse(_ words: String...) throws -> ParsedArguments {
        try ArgumentParser(root: Self.root).parse(words)
    }

    @Test(arguments: [
        ["say", "--size", "3", "hi"], ["say", "--size=3", "hi"], ["say", "-s", "3", "hi"], ["say", "hi", "-s=3"],
        ["say", "--size=1", "--size=3", "hi"],
    ])
    func `a value is given with a space, an equals sign or the letter, and the last one counts`(words: [String]) throws
    {
        let arguments = try ArgumentParser(root: Self.root).parse(words)
        #expect(arguments.text(Self.size) == "3")
        #expect(arguments.operands == ["hi"])
        #expect(arguments.name == "tool say")
    }

    @Test func `a value may contain equals signs, be empty, or begin with one dash`() throws {
        #expect(try parse("say", "--size=a=b", "x").text(Self.size) == "a=b")
        #expect(try parse("say", "--size=", "x").text(Self.size) == "")
        #expect(try parse("say", "--size", "-5", "x").text(Self.size) == "-5")
    }

    @Test func `an optional value needs its equals sign`() throws {
        let arguments = try parse("say", "--level", "high")
        #expect(arguments.text(Self.level) == "")
        #expect(arguments.operands == ["high"])
        #expect(try parse("say", "--level=high", "x").text(Self.level) == "high")
    }

    @Test func `options of a group are taken before and behind its subcommand`() throws {
        #expect(try parse("--loud", "say", "x").isGiven(Self.loud))
        #expect(try parse("say", "x", "--loud").isGiven(Self.loud))
        #expect(throws: UsageError.self) { try parse("--size", "3", "say", "x") }
    }

    @Test func `two dashes end the options, one dash is a word`() throws {
        let arguments = try parse("say", "--", "--loud", "-", "--")
        #expect(arguments.operands == ["--loud", "-", "--"])
        #expect(!arguments.isGiven(Self.loud))
        #expect(try parse("say", "-").operands == ["-"])
    }

    @Test func `help wins over everything behind it and over missing words`() throws {
        #expect(try parse("say", "--help", "--nonsense").isGiven(.help))
        #expect(try parse("say", "-h").name == "tool say")
        #expect(try parse("help", "say").isGiven(.help))
        #expect(try parse("help").name == "tool")
    }

    @Test(arguments: [
        (["sya", "x"], "unknown command 'sya'; did you mean 'say'?"),
        (["nonsense"], "unknown command 'nonsense'"),
        (["rest", "now"], "unexpected argument 'now'; a text of several words needs quotes"),
        (["say"], "'tool say' needs WORDS: words"),
        (["say", "x", "--sise", "3"], "unknown option '--sise'; did you mean '--size'?"),
        (["say", "x", "--zzz"], "unknown option '--zzz'; a text that begins with a dash goes behind '--'"),
        (["rest", "-x"], "unknown option '-x'"),
        (["say", "x", "--size"], "option '--size' needs a value: --size N"),
        (["say", "x", "--size", "--loud"], "option '--size' needs a value: --size N"),
        (["say", "x", "--loud=very"], "option '--loud' takes no value"),
    ])
    func `what is wrong is said with the word at fault`(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser(root: Self.root).parse(words) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("globl", "global"), ("gobal", "global"), ("golbal", "global"), ("stra", "star"), ("dele", "delete"),
        ("GLOBAL", "global"), ("xyz", nil), ("s", nil), ("", nil),
    ])
    func `a near miss has its suggestion`(word: String, suggestion: String?) {
        #expect(Suggestion.nearest(to: word, among: ["global", "star", "delete"]) == suggestion)
    }

    @Test func `letters that changed places count once`() {
        #expect(Suggestion.distance("count", "cuont") == 1)
        #expect(Suggestion.distance("", "abc") == 3)
        #expect(Suggestion.distance("abc", "") == 3)
        #expect(Suggestion.distance("kitten", "sitting") == 3)
    }
}
