import ApusCore
import BenchSupport
import CSoak

/// What calls send and get: pieces of one block, the same for client and server, so that a byte that is missing, doubled or
/// out of place shows.
struct Payloads: Sendable {
    /// Where pieces may begin.
    static let span = 1 << 20
    private static let longest = 4 << 20
    private static let longestText = 2_000

    private let block: Data
    private let text: Data

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var block = Data(capacity: Self.span + Self.longest)
        // Every other page repeats itself, so that compressing has something to do.
        while block.count < Self.span + Self.longest {
            for _ in 0..<512 { withUnsafeBytes(of: random.next()) { block.append(contentsOf: $0) } }
            let phrase = Data("page \(block.count) of the block that every body is a piece of; ".utf8)
            for _ in 0..<64 { block.append(phrase) }
        }
        self.block = block
        text = block.prefix(Self.span).base64EncodedData()
    }

    func bytes(_ plan: Plan, count: Int? = nil) -> Data {
        let start = block.startIndex + plan.offset
        return block.subdata(in: start..<(start + (count ?? plan.size)))
    }

    func item(_ plan: Plan) -> Item {
        let start = text.startIndex + plan.offset
        let words = text.subdata(in: start..<(start + min(plan.size, Self.longestText)))
        return Item(id: plan.number, text: String(decoding: words, as: UTF8.self), tags: [plan.offset, plan.size])
    }

    /// Gzip of `bytes`; empty if memory ran out.
    static func gzip(_ bytes: Data) -> Data {
        var compressed = Data(count: soak_gzip_bound(bytes.count))
        let capacity = compressed.count
        let made = compressed.withUnsafeMutableBytes { room in
            bytes.withUnsafeBytes { source in
                soak_gzip(
                    source.baseAddress?.assumingMemoryBound(to: UInt8.self), source.count,
                    room.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity)
            }
        }
        return compressed.prefix(made)
    }
}

/// The JSON that goes back and forth.
struct Item: Codable, Hashable, Sendable {
    let id: Int
    let text: String
    let tags: [Int]
}

extension Headers.Name {
    /// The number of the call.
    static let call: Self = "Soak-Call"
    /// A trailer field.
    static let sum: Self = "Soak-Sum"
}
