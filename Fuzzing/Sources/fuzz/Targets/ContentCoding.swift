import CContentCoding

extension Target {
    /// The decoders of compressed bodies: the same bytes give the same body however they are cut and however much room there
    /// is, never more than is asked for, and an end.
    static let contentCoding = Target(name: "ContentCoding") { bytes in
        for codings in ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, deflate"] {
            let whole = decoded([bytes[...]], codings, room: 65_536)
            for (index, pieces) in cuttings(of: bytes).enumerated() {
                let other = decoded(pieces, codings, room: [65_536, 7, 1_000][index])
                // How much comes out before an error depends on the cuts; what comes out does not.
                let common = min(other.output.count, whole.output.count)
                precondition(other.output.prefix(common) == whole.output.prefix(common), codings)
                // An error behind the limit is seen only by who had the room to get there.
                if other.isOverLimit || whole.isOverLimit { continue }
                precondition(other.status == whole.status, "\(codings): \(other.status) is not \(whole.status)")
                guard whole.status == APUS_DECODE_OK else { continue }
                precondition(other.output.count == whole.output.count && other.isComplete == whole.isComplete, codings)
            }
        }
        var unknown: CInt = 0
        bytes.withUnsafeBytes { bytes in
            let codings = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            apus_decoder_destroy(codings.flatMap { apus_decoder_create($0, bytes.count, &unknown) })
        }
        precondition(unknown == 0 || unknown == 1)
    }

    /// Where reading stops, as the transport does at the limit of a body.
    private static let limit = 1 << 14

    private struct Decoded {
        var output: [UInt8] = []
        var status = APUS_DECODE_OK
        var isComplete = false

        var isOverLimit: Bool { output.count >= limit }
    }

    /// As the transport does it: feeds a piece, reads until nothing comes, feeds the next, and stops at the limit.
    private static func decoded(_ pieces: [ArraySlice<UInt8>], _ codings: String, room: Int) -> Decoded {
        var result = Decoded()
        var unknown: CInt = 0
        guard let decoder = apus_decoder_create(codings, codings.utf8.count, &unknown) else {
            preconditionFailure("\(codings) is not known")
        }
        defer { apus_decoder_destroy(decoder) }
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
        defer { buffer.deallocate() }
        for piece in pieces {
            let isDone = piece.withUnsafeBufferPointer { piece in
                apus_decoder_feed(decoder, piece.baseAddress, piece.count)
                while result.output.count < limit {
                    let count = apus_decoder_read(decoder, buffer.baseAddress, room, &result.status)
                    precondition(count <= room, "more than there is room for")
                    result.output += buffer[..<count]
                    if result.status != APUS_DECODE_OK { return true }
                    if count == 0 {
                        precondition(
                            apus_decoder_input_left(decoder) == 0, "\(codings): input is left, and nothing comes")
                        return false
                    }
                }
                return true
            }
            if isDone { break }
        }
        result.isComplete = result.status == APUS_DECODE_OK && apus_decoder_is_complete(decoder) != 0
        return result
    }
}
