import ApusConformance
import ApusLaw
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
}
