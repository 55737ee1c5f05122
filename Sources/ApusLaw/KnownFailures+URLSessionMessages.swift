extension KnownFailure {
    /// What is wrong with the rest of the messages that it reads and writes.
    static let urlSessionMessages: [String: KnownFailure] = [
        "a negative length is an error":
            KnownFailure(kind: .fails, reason: "it does not tell a wrong length from a broken connection"),
        "a length of letters is an error":
            KnownFailure(kind: .fails, reason: "it does not tell a wrong length from a broken connection"),
        "an empty length is an error":
            KnownFailure(kind: .fails, reason: "it does not tell a wrong length from a broken connection"),
        "chunks go before a length, or both together are an error":
            KnownFailure(kind: .fails, reason: "it reports the length, and not that there are chunks"),
        "a chunk size that is no number is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "an empty chunk size is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "a negative chunk size is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "a chunk size of more than 64 bits is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "a chunk longer than its size is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "a chunk without a line end behind it is an error":
            KnownFailure(kind: .fails, reason: "it does not tell wrong chunks from a broken connection"),
        "a transfer coding that is not known is an error":
            KnownFailure(kind: .fails, reason: "it does not tell a wrong coding from a broken connection"),
        "a transfer coding that is not known is an error under chunks, too":
            KnownFailure(kind: .fails, reason: "it does not tell a wrong coding from a broken connection"),
        "an answer that comes on an idle connection is not the answer to a GET":
            KnownFailure(kind: .fails, reason: "it takes what waits on a kept connection for the answer"),
        "an answer that comes on an idle connection is not the answer to a POST":
            KnownFailure(kind: .fails, reason: "it takes what waits on a kept connection for the answer"),
        "bytes that come on an idle connection are not part of the next answer":
            KnownFailure(kind: .fails, reason: "it takes what waits on a kept connection for the answer"),
        "a 408 that ends an idle connection is not the answer to a GET":
            KnownFailure(kind: .fails, reason: "it takes what waits on a kept connection for the answer"),
        "a 408 that ends an idle connection is not the answer to a POST, which is sent once":
            KnownFailure(kind: .fails, reason: "it takes what waits on a kept connection for the answer"),
        "any other token is a method, and keeps its case":
            KnownFailure(kind: .fails, reason: "it turns methods into capitals"),
        "an IPv6 address connects, and its Host has the brackets":
            KnownFailure(kind: .fails, reason: "it has no IPv6 literals (swift-corelibs-foundation 5496)"),
        "dot segments of a path stay as they were checked":
            KnownFailure(kind: .fails, reason: "it resolves them"),
        "a redirect without a Location is the answer":
            KnownFailure(kind: .fails, reason: "it keeps the body of such a redirect to itself"),
        "every status from 200 to 599 is an answer with its fields and body":
            KnownFailure(kind: .fails, reason: "it keeps the body of a redirect without a Location to itself"),
        "a range of a coded body is handed over as its raw bytes":
            KnownFailure(kind: .fails, reason: "it decodes whatever was asked for"),
    ]
}
