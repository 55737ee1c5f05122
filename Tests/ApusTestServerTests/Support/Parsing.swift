import ApusCore

@testable import ApusTestServer

typealias Event = HTTP1RequestParser.Event

/// All events of a text whose LF stand for CRLF, appended at once.
func events(_ text: String, limits: ServerLimits = ServerLimits()) -> [Event] { events(bytes(text), limits: limits) }

/// All events of these bytes, appended in pieces of that size.
func events(_ bytes: [UInt8], limits: ServerLimits = ServerLimits(), pieces size: Int = .max) -> [Event] {
    var parser = HTTP1RequestParser(limits: limits)
    var found: [Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        parser.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while let event = parser.next() { found.append(event) }
    }
    return found
}

/// The status with which a text is refused, or nil.
func refusal(_ text: String, limits: ServerLimits = ServerLimits()) -> Int? {
    refusal(bytes(text), limits: limits)
}

func refusal(_ bytes: [UInt8], limits: ServerLimits = ServerLimits()) -> Int? {
    for event in events(bytes, limits: limits) {
        if case .failure(let problem) = event { return problem.status.code }
    }
    return nil
}

func requestHead(_ text: String) -> RequestHead? {
    guard case .head(let head)? = events(text).first else { return nil }
    return head
}

extension [Event] {
    var bodyText: String {
        text(
            flatMap { event -> [UInt8] in
                if case .body(let bytes) = event { bytes } else { [] }
            })
    }

    var chunkSizes: [Int] {
        compactMap { event in
            if case .chunk(let size) = event { size } else { nil }
        }
    }

    var trailers: [Headers] {
        compactMap { event in
            if case .end(let trailers) = event { trailers } else { nil }
        }
    }

    /// The same without regard to how body bytes were cut.
    var merged: [Event] {
        reduce(into: []) { merged, event in
            if case .body(let bytes) = event, case .body(let before)? = merged.last {
                merged[merged.count - 1] = .body(before + bytes)
            } else {
                merged.append(event)
            }
        }
    }
}
