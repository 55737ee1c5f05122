/// What somebody may have meant who mistyped a word.
enum Suggestion {
    /// `; did you mean 'global'?`, or nothing if no word is near.
    /// - Parameter shown: how a word is written in the sentence.
    static func text(for word: String, among known: [String], shown: (String) -> String) -> String {
        guard let best = nearest(to: word, among: known) else { return "" }
        return "; did you mean '\(shown(best))'?"
    }

    /// The nearest of the known words, if it is near enough: a third of its letters may differ, but one always may.
    static func nearest(to word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        if word.count > 1, let whole = known.first(where: { $0.hasPrefix(word) }) { return whole }
        let rated = known.map { (distance: distance(word, $0), word: $0) }
        guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.count / 3) ? best.word : nil
    }

    /// How many letters have to be inserted, deleted, replaced or swapped with their neighbour.
    static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
