/// The help text of a command, made from what it declares.
struct HelpText: Sendable {
    private let arguments: ParsedArguments
    private let width: Int

    /// The help for the command that was called, for a terminal of that width.
    init(_ arguments: ParsedArguments, width: Int) {
        self.arguments = arguments
        // Long lines are hard to read, and in very short ones the columns have no room.
        self.width = min(max(width, 50), 100)
    }

    private var command: Command { arguments.command }

    /// The whole text.
    var text: String {
        var sections = [wrapped(command.summary + "."), "Usage: " + usage]
        sections += command.discussion.map { wrapped($0) }
        sections += tables.filter { !$0.rows.isEmpty }.map(section)
        if !command.subcommands.isEmpty {
            sections.append(wrapped("'\(arguments.name) COMMAND --help' tells more about a command."))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private var usage: String {
        var words = [arguments.name]
        if !command.subcommands.isEmpty { words.append("COMMAND") }
        words += command.operands.map { $0.isRepeated ? $0.name + "…" : $0.name }
        words.append("[options]")
        return words.joined(separator: " ")
    }

    private var tables: [HelpTable] {
        let operands = command.operands.map { HelpTable.Row($0.name, $0.help) }
        let commands = command.subcommands.map { HelpTable.Row($0.name, $0.summary.beginningInLowerCase) }
        let options = arguments.optionGroups.map { group in
            HelpTable(title: group.title + " options", rows: group.options.map(Self.row))
        }
        let examples = HelpTable(title: "Examples", rows: command.examples.map { HelpTable.Row($0.line, $0.help) })
        return [HelpTable(title: "Arguments", rows: operands), HelpTable(title: "Commands", rows: commands)]
            + options + command.tables + [examples]
    }

    private static func row(_ option: Option) -> HelpTable.Row {
        HelpTable.Row((option.short.map { "-\($0), " } ?? "    ") + option.usage, option.help)
    }

    private func section(_ table: HelpTable) -> String {
        let widest = table.rows.map { DisplayWidth.of($0.term) }.max() ?? 0
        let rows = widest <= 28 ? sideBySide(table.rows, column: widest + 4) : stacked(table.rows)
        return ([table.title + ":"] + rows).joined(separator: "\n")
    }

    private func sideBySide(_ rows: [HelpTable.Row], column: Int) -> [String] {
        rows.flatMap { row in
            let meaning = TextWrapping(width: width - column).lines(of: row.meaning)
            let term = "  " + row.term + String(repeating: " ", count: column - 2 - DisplayWidth.of(row.term))
            let margin = String(repeating: " ", count: column)
            return zip([term] + Array(repeating: margin, count: meaning.count), meaning).map { $0 + $1 }
        }
    }

    private func stacked(_ rows: [HelpTable.Row]) -> [String] {
        rows.flatMap { row in
            ["  " + row.term] + TextWrapping(width: width - 6).lines(of: row.meaning).map { "      " + $0 }
        }
    }

    private func wrapped(_ paragraph: String) -> String {
        TextWrapping(width: width).lines(of: paragraph).joined(separator: "\n")
    }
}

extension String {
    /// In a table a summary follows its command.
    fileprivate var beginningInLowerCase: String { prefix(1).lowercased() + dropFirst() }
}
