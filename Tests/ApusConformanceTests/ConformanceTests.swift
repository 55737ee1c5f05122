import ApusConformance
import ApusLaw
import Foundation
import Testing

@Suite("The law of a transport") struct ConformanceTests {
    @Test("libcurl holds every case", arguments: ConformanceCase.all)
    func curl(_ conformanceCase: ConformanceCase) async throws {
        if conformanceCase.missingNeed(of: .curl) != nil { return }
        try await conformanceCase.run(on: .curl)
    }

    @Test("a function holds the cases that need no wire", arguments: ConformanceCase.all)
    func function(_ conformanceCase: ConformanceCase) async throws {
        if conformanceCase.missingNeed(of: .function) != nil { return }
        try await conformanceCase.run(on: .function)
    }

    @Test("no two cases make the same claim") func claims() {
        let claims = Dictionary(grouping: ConformanceCase.all, by: \.claim)
        #expect(claims.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test("what is known or said of URLSession is about cases that there are") func claimsExist() {
        let claims = Set(ConformanceCase.all.map(\.claim))
        #expect(KnownFailure.urlSessionOnLinux.keys.filter { !claims.contains($0) } == [])
        #expect(Comparison.all.map(\.claim).filter { !claims.contains($0) } == [])
    }

    @Test("README says of URLSession what the cases show") func readme() throws {
        let file = #filePath.replacing("/Tests/ApusConformanceTests/ConformanceTests.swift", with: "/README.md")
        let readme = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        for comparison in Comparison.all {
            #expect(readme.contains("| \(comparison.line) | \(comparison.claim) |"))
        }
    }
}
