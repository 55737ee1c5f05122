import ApusCore
import Testing

@Suite struct PagesTests {
    struct Numbers: PagedOutput, Decodable, Equatable {
        var numbers: [Int]
        var next: Int?

        func nextPage(of endpoint: Endpoint<Self>) -> Endpoint<Self>? {
            guard let next else { return nil }
            var endpoint = endpoint
            endpoint.query.merge(["after": next])
            return endpoint
        }
    }

    private let first: Endpoint<Numbers> = .get("numbers", query: ["count": 2])

    /// Pages of two numbers up to the last page.
    private func client(pages: Int, seen: Recorder<Request> = Recorder()) -> Client {
        Client.stub { request in
            seen.add(request)
            let query = request.url.query ?? ""
            let after = query.split(separator: "after=").last.flatMap { Int($0) } ?? 0
            let next = after + 1 < pages ? "\(after + 1)" : "null"
            return request.answer(.ok, #"{"numbers":[\#(2 * after),\#(2 * after + 1)],"next":\#(next)}"#)
        }
    }

    @Test func `pages come in order, each fetched when it is asked for`() async throws {
        let seen = Recorder<Request>()
        var iterator = client(pages: 3, seen: seen).pages(first).makeAsyncIterator()
        #expect(seen.count == 0)
        #expect(try await iterator.next()?.numbers == [0, 1])
        #expect(seen.count == 1)
        #expect(try await iterator.next()?.numbers == [2, 3])
        #expect(try await iterator.next()?.numbers == [4, 5])
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(seen.all.map(\.url.query) == ["count=2", "count=2&after=1", "count=2&after=2"])
    }

    @Test func `leaving the loop fetches no more`() async throws {
        let seen = Recorder<Request>()
        for try await page in client(pages: 100, seen: seen).pages(first) where page.numbers.contains(4) { break }
        #expect(seen.count == 3)
        var count = 0
        for try await _ in client(pages: 100).pages(first).prefix(2) { count += 1 }
        #expect(count == 2)
    }

    @Test func `each iteration starts at the first page`() async throws {
        let pages = client(pages: 2).pages(first)
        for _ in 1...2 {
            var numbers: [Int] = []
            for try await page in pages { numbers += page.numbers }
            #expect(numbers == [0, 1, 2, 3])
        }
    }

    @Test func `after an error the same page is fetched again`() async throws {
        let seen = Recorder<Request>()
        let client = Client.stub { request throws(TransportError) in
            if seen.add(request) == 2 { throw TransportError(.connectionLost, "lost") }
            return request.answer(.ok, #"{"numbers":[],"next":1}"#)
        }
        var iterator = client.pages(first).makeAsyncIterator()
        _ = try await iterator.next()
        await #expect(throws: ClientError.self) { try await iterator.next() }
        _ = try await iterator.next()
        #expect(seen.all.map(\.url.query) == ["count=2", "count=2&after=1", "count=2&after=1"])
    }

    @Test func `options go with every page`() async throws {
        let seen = Recorder<Request>()
        for try await _ in client(pages: 3, seen: seen).pages(first, options: .headers(["X": "1"])) {}
        #expect(seen.all.map { $0.headers["X"] } == ["1", "1", "1"])
    }
}
