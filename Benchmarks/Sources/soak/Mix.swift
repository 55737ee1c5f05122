import BenchSupport

/// What a call does. Its name is what the output says.
enum Kind: String, CaseIterable, Sendable {
    case get, post, put, head, large, gzip, stream, upload, redirect, status
    case slow, interim, trailers, close
    case idle, total, limit, cut, reset, early
    case brokenRequest, idleServer, refused, flicker, ownTransport
}

/// How often each kind comes: its share of the sum.
enum Mix {
    static let table: [(kind: Kind, weight: Int)] = [
        // What calls mostly are.
        (.get, 240),  // a small JSON object, decoded; some with a queue timeout of 1 ms
        (.post, 120),  // JSON with an id that the server must not see twice
        (.put, 60),  // up to 60 kB
        (.head, 30),
        (.large, 20),  // 1–4 MB in one piece
        (.gzip, 40),
        (.stream, 50),  // produced while it is sent, read slowly or left early
        (.upload, 40),  // written while it is sent, up to 1 MB
        (.redirect, 40),  // 302, 307 and 308, with and without a body
        (.status, 40),  // 4xx and 5xx

        // Answers out of the ordinary.
        (.slow, 20),
        (.interim, 20),  // 1xx before the answer
        (.trailers, 20),
        (.close, 30),  // the connection is closed after it

        // Calls that end as they should not.
        (.idle, 10),  // the server falls silent
        (.total, 10),  // the server is too slow
        (.limit, 20),  // more than the call takes
        (.cut, 40),  // closed at any byte of the answer
        (.reset, 30),  // reset at any byte of the answer
        (.early, 20),  // 413 in the middle of the request
        (.brokenRequest, 8),  // closed, reset or silent at any byte of the request, one at a time

        // Servers and transports that come and go.
        (.idleServer, 30),  // closes connections that were idle for 60 ms
        (.refused, 6),  // nothing listens
        (.flicker, 20),  // refuses connections every now and then
        (.ownTransport, 10),  // a transport for one call, dropped or shut down
    ]

    private static let sum = table.reduce(0) { $0 + $1.weight }

    /// One of eleven calls that can be is cancelled at some moment.
    static let cancelledOneIn = 11

    static func kind(_ random: inout SeededGenerator) -> Kind {
        var left = Int.random(in: 0..<sum, using: &random)
        for row in table {
            left -= row.weight
            if left < 0 { return row.kind }
        }
        return .get
    }
}
