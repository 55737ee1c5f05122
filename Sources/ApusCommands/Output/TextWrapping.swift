/// Breaks text into lines that fit a width in columns: at spaces, and between East Asian characters, which have none.
struct TextWrapping: Sendable {
    /// The columns of a line.
    let width: Int

    /// Wraps to at least one column.
    init(width: Int) { self.width = max(1, width) }

    /// The lines of a text. Its own line breaks stay; lines that fit stay as they are.
    func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            DisplayWidth.of(line) <= width ? [String(line)] : broken(line)
        }
    }

    private func broken(_ line: Substring) -> [String] {
        var lines: [String] = []
        var current = ""
        for word in line.split(separator: " ") {
            for (index, piece) in pieces(of: word).enumerated() {
                let space = index == 0 && !current.isEmpty ? " " : ""
                if DisplayWidth.of(current) + space.count + DisplayWidth.of(piece) <= width {
                    current += space + piece
                } else {
                    if !current.isEmpty { lines.append(current) }
                    current = piece
                }
            }
        }
        return current.isEmpty ? lines : lines + [current]
    }

    /// The parts of a word between which a line may end.
    private func pieces(of word: Substring) -> [String] {
        var pieces: [String] = []
        var lastIsWide = false
        for character in word {
            let isWide = DisplayWidth.of(character) == 2
            if pieces.isEmpty || (isWide || lastIsWide) && !Self.neverFirst.contains(character) {
                pieces.append(String(character))
            } else {
                pieces[pieces.count - 1].append(character)
            }
            lastIsWide = isWide
        }
        return pieces.flatMap(cut)
    }

    /// A piece that no line has room for is cut, except for a link, which a cut would make useless.
    private func cut(_ piece: String) -> [String] {
        if DisplayWidth.of(piece) <= width || piece.contains("://") { return [piece] }
        var parts = [""]
        for character in piece {
            if DisplayWidth.of(parts[parts.count - 1]) + DisplayWidth.of(character) > width { parts.append("") }
            parts[parts.count - 1].append(character)
        }
        return parts.filter { !$0.isEmpty }
    }

    /// What closes something or ends a sentence stays with what is before it.
    private static let neverFirst = Set<Character>("、。，．！？）」』】〉》：；・ー,.!?:;)]}’”…")
}
