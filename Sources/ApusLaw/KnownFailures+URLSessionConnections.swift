extension KnownFailure {
    /// What is wrong with bodies, connections and waiting.
    static let urlSessionConnections: [String: KnownFailure] = [
        "trailers after the last chunk leave the body whole and are readable":
            KnownFailure(kind: .kills, reason: "a trailer ends the process (swift-corelibs-foundation 5285)"),
        "a slow reader holds the server up, and closes the connection by leaving":
            KnownFailure(kind: .unstable, reason: "it reads on though nobody takes the bytes"),
        "a length of more than 63 bits is an error":
            KnownFailure(kind: .fails, reason: "it takes such a length for none"),
        "a gzip body cut in half is an error, though its length is right":
            KnownFailure(kind: .fails, reason: "it takes a coding that ends early for complete"),
        "a gzip body without its checksum is an error":
            KnownFailure(kind: .fails, reason: "it takes a coding that ends early for complete"),
        "a caller that asks for a coding gets the bytes as they are":
            KnownFailure(kind: .fails, reason: "it decodes whatever was asked for"),
        "POST, PUT and PATCH without a body say that its length is 0, GET says nothing":
            KnownFailure(kind: .fails, reason: "it says so with DELETE, too"),
        "the first bytes of a streamed body arrive before the last are made":
            KnownFailure(kind: .hangs, reason: streamedBody),
        "a server that does not read holds the producer up":
            KnownFailure(kind: .fails, reason: streamedBody),
        "a call that is cancelled during its upload ends, its producer, too":
            KnownFailure(kind: .hangs, reason: streamedBody),
        "a call that is cancelled while it connects ends":
            KnownFailure(kind: .unstable, reason: "it leaves the socket open"),
        "2,000 cancellations racing completion, 8 at a time, end as value or cancellation":
            KnownFailure(kind: .unstable, reason: leftOpen),
        "a body over the limit fails by its length, before it is read":
            KnownFailure(kind: .unstable, reason: leftOpen),
        "the body of an error is read up to the limit, though it has no end":
            KnownFailure(kind: .unstable, reason: leftOpen),
        "a PUT on a dead connection is sent again with its whole body":
            KnownFailure(kind: .hangs, reason: deadConnection),
        "a POST that the server has read before it closed is not sent again":
            KnownFailure(kind: .hangs, reason: deadConnection),
        "a POST that is said to be idempotent is sent again with its whole body":
            KnownFailure(kind: .hangs, reason: deadConnection),
        "a PUT that is said not to be idempotent is not sent again":
            KnownFailure(kind: .hangs, reason: deadConnection),
        "a streamed PUT whose producer runs once is not sent again without its body":
            KnownFailure(kind: .hangs, reason: deadConnection),
        "500 POSTs at the moment the server closes idle connections are whole and never doubled":
            KnownFailure(kind: .unstable, reason: deadConnection),
        "200 requests with a limit of 6 connections use 6, and all succeed":
            KnownFailure(kind: .unstable, reason: "it opens more connections than its limit"),
        "a request that waits too long for a connection says so":
            KnownFailure(kind: .hangs, reason: "it does not tell that a request waits for a connection"),
        "the time in the queue is told apart from the rest":
            KnownFailure(kind: .fails, reason: "it does not tell that a request waits for a connection"),
    ]

    private static let streamedBody = "a streamed body is collected before it is sent: it cannot send one as it comes"
    private static let leftOpen = "it leaves connections of cancelled calls open"
    private static let deadConnection = "it sends the head again and not the body, and waits for ever"
}
