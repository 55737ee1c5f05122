import ApusConformance
import ApusLaw
import Foundation

// law list                        the cases
// law run SUBJECT [TEXT [TIMES]]  those whose claim has the text, one after another, on curl, urlsession or function
// law compare                     what README says of URLSession, shown on URLSession alone and on Apus
// law table                       all on all, and the table of what came
// law table --write FILE          puts the table into the file, below its introduction
// law table --check FILE          fails if the file has another one
//
// Ends with 0 if everything is as expected: what should pass does, what is known to fail does.

let arguments = CommandLine.arguments.dropFirst()

/// Written at once, so that nothing is lost when a case takes the process along.
func say(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

func subject(_ name: String) -> ConformanceSubject? {
    (ConformanceSubject.all + [.plainURLSession]).first { $0.name == name }
}

switch (arguments.first, arguments.count) {
case ("list", 1):
    for conformanceCase in ConformanceCase.all { say(conformanceCase) }
case ("run", 2...4):
    guard let subject = subject(arguments[2]), let times = Int(arguments.count == 4 ? arguments[4] : "1") else {
        exit(usage())
    }
    var status: Int32 = 0
    for _ in 0..<times { status = max(status, await run(arguments.count >= 3 ? arguments[3] : "", on: subject)) }
    exit(status)
case ("compare", 1):
    exit(try await compare())
case ("table", 1):
    exit(try await table("", nil))
case ("table", 3) where arguments[2] == "--write" || arguments[2] == "--check":
    exit(try await table(arguments[2], arguments[3]))
default:
    exit(usage())
}

func usage() -> Int32 {
    FileHandle.standardError.write(
        Data(
            "usage: law list | law run SUBJECT [TEXT [TIMES]] | law compare | law table [--write FILE | --check FILE]\n"
                .utf8))
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

/// A line that does not show any more what README says is a failure.
func compare() async throws -> Int32 {
    var status: Int32 = 0
    for comparison in Comparison.all {
        guard let conformanceCase = comparison.conformanceCase else {
            say("no case: \(comparison.claim)")
            status = 1
            continue
        }
        let apus = await CaseRunner.run(conformanceCase, on: .curl)
        let plain = try await CaseRunner.runApart(
            conformanceCase, on: .plainURLSession, program: CommandLine.arguments[0], limit: .seconds(20))
        say("\(comparison.line)\n  case: \(conformanceCase)\n  Apus: \(apus)\n  URLSession alone: \(plain)")
        if apus != .passes || plain == .passes { status = 1 }
    }
    return status
}

func table(_ action: String, _ file: String?) async throws -> Int32 {
    let table = try await CaseRunner.table(program: CommandLine.arguments[0]) { say($0) }
    var status: Int32 = table.surprises.isEmpty ? 0 : 1
    if let file {
        let old = try String(contentsOfFile: file, encoding: .utf8)
        let new = old.components(separatedBy: "\n## ")[0] + "\n" + table.markdown
        if action == "--write" {
            try new.write(toFile: file, atomically: true, encoding: .utf8)
        } else if old != new {
            say("\(file) is out of date: make law WRITE=1")
            status = 1
        }
    }
    say(table.markdown)
    for line in table.summary { say(line) }
    for surprise in table.surprises { say("not as expected: \(surprise)") }
    return status
}
