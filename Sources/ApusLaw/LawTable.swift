import ApusConformance

/// Case by transport: what is expected, and what came.
package struct LawTable: Sendable {
    /// A line of the table.
    package struct Row: Sendable {
        package let conformanceCase: ConformanceCase
        /// In the order of the subjects.
        package let outcomes: [Outcome]
    }

    package let subjects: [ConformanceSubject]
    package private(set) var rows: [Row] = []

    package init(subjects: [ConformanceSubject]) { self.subjects = subjects }

    package mutating func add(_ conformanceCase: ConformanceCase, _ outcomes: [Outcome]) {
        rows.append(Row(conformanceCase: conformanceCase, outcomes: outcomes))
    }

    /// What is not as expected, one line each.
    package var surprises: [String] {
        rows.flatMap { row in
            zip(subjects, row.outcomes).compactMap { subject, outcome in
                let known = subject.knownFailure(in: row.conformanceCase)
                if outcome.agrees(with: known) { return nil }
                let expectation = known.map { "is known to be one that \($0.kind.rawValue)" } ?? "should pass"
                return "\(row.conformanceCase) on \(subject.name) \(expectation), but \(outcome)"
            }
        }
    }

    /// How many cases hold, a line for each subject.
    package var summary: [String] {
        subjects.indices.map { index in
            let outcomes = rows.map { $0.outcomes[index] }
            let passing = outcomes.filter { $0 == .passes }.count
            let offered = outcomes.filter { if case .notOffered = $0 { false } else { true } }.count
            return "\(subjects[index].name): \(passing) of \(offered) cases pass"
                + (offered < outcomes.count ? ", \(outcomes.count - offered) need what it does not offer" : "")
        }
    }

    /// The table as Markdown. It says what is expected, which is what came unless there are ``surprises``.
    package var markdown: String {
        var lines: [String] = []
        var area = ""
        for row in rows {
            if row.conformanceCase.area != area {
                area = row.conformanceCase.area
                lines += ["", "## \(area)", "", "| | " + subjects.map(\.name).joined(separator: " | ") + " |"]
                lines.append("|---|" + String(repeating: "---|", count: subjects.count))
            }
            let cells = subjects.map { cell(row.conformanceCase, $0) }
            lines.append("| \(row.conformanceCase.claim) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.dropFirst().joined(separator: "\n") + "\n"
    }

    private func cell(_ conformanceCase: ConformanceCase, _ subject: ConformanceSubject) -> String {
        if conformanceCase.missingNeed(of: subject) != nil { return "–" }
        guard let known = subject.knownFailure(in: conformanceCase) else { return "✓" }
        return "✗ \(known.kind.rawValue): \(known.reason)"
    }
}
