import ApusConformance
import ApusLaw
import Foundation

// law list                        the cases
// law run SUBJECT [TEXT]          those whose claim has the text, one after another, on curl, urlsession or function
// law table [FILE]                all on all; writes the table to the file, or to the standard output
//
// Ends with 0 if everything is as expected: what should pass does, what is known to fail does.

let arguments = CommandLine.arguments.dropFirst()

/// Written at once, so that nothing is lost when a case takes the process along.
func say(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func subject(_ name: String) -> ConformanceSubject? { ConformanceSubject.all.first { $0.name == name } }

switch (arguments.first, arguments.count) {
case ("list", 1):
    for conformanceCase in ConformanceCase.all { say(conformanceCase) }
case ("run", 2...3):
    guard let subject = subject(arguments[2]) else { exit(usage()) }
    exit(await run(arguments.count == 3 ? arguments[3] : "", on: subject))
case ("table", 1...2):
    exit(try await table(arguments.count == 2 ? arguments[2] : nil))
default:
    exit(usage())
}

func usage() -> Int32 {
    FileHandle.standardError.write(Data("usage: law list | law run SUBJECT [TEXT] | law table [FILE]\n".utf8))
    return 2
}

/// A claim that is given whole is run alone, and its failure is all that is printed.
func run(_ text: String, on subject: ConformanceSubject) async -> Int32 {
    if let exact = ConformanceCase.all.first(where: { $0.claim == text }) {
        let outcome = await CaseRunner.run(exact, on: subject)
        if case .fails(let reason) = outcome { say(reason) }
        return outcome == .passes ? 0 : 1
    }
    var failures = 0
    for conformanceCase in ConformanceCase.all where text.isEmpty || conformanceCase.description.contains(text) {
        let outcome = await CaseRunner.run(conformanceCase, on: subject)
        say("\(conformanceCase): \(outcome)")
        if !outcome.agrees(with: subject.knownFailure(in: conformanceCase)) { failures += 1 }
    }
    return failures == 0 ? 0 : 1
}

func table(_ file: String?) async throws -> Int32 {
    var table = LawTable(subjects: ConformanceSubject.all)
    for conformanceCase in ConformanceCase.all {
        var outcomes: [Outcome] = []
        for subject in ConformanceSubject.all {
            // Only Foundation's may take the process along.
            let outcome =
                subject.name == "urlsession"
                ? try await CaseRunner.runApart(
                    conformanceCase, on: subject, program: CommandLine.arguments[0], limit: .seconds(60))
                : await CaseRunner.run(conformanceCase, on: subject)
            outcomes.append(outcome)
        }
        table.add(conformanceCase, outcomes)
    }
    if let file {
        let header = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n## ")[0]
        try (header + "\n" + table.markdown).write(toFile: file, atomically: true, encoding: .utf8)
    } else {
        say(table.markdown)
    }
    for line in table.summary { say(line) }
    for surprise in table.surprises { say("not as expected: \(surprise)") }
    return table.surprises.isEmpty ? 0 : 1
}
