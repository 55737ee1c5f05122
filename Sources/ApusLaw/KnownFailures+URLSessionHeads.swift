extension KnownFailure {
    /// What is wrong with the heads that it reads.
    static let urlSessionHeads: [String: KnownFailure] = [
        "a field without a space after its colon has its value":
            KnownFailure(kind: .fails, reason: "it refuses a head with such a field"),
        "a value of nothing but white space is an empty value":
            KnownFailure(kind: .fails, reason: "it refuses a head with such a field"),
        "bytes that are no UTF-8 are read as Latin-1":
            KnownFailure(kind: .fails, reason: "it refuses a head that is not UTF-8"),
        "a repeated field is one list in the order of the wire":
            KnownFailure(kind: .fails, reason: "of fields whose names differ in case it keeps any one"),
        "repeated fields are kept apart, and the order of all fields is that of the wire":
            KnownFailure(kind: .fails, reason: "it keeps fields in a dictionary"),
        "three Set-Cookie fields stay three values, dates with commas whole":
            KnownFailure(kind: .fails, reason: "of fields whose names differ in case it keeps any one"),
        "lines that end with LF alone are lines, or the answer is malformed":
            KnownFailure(kind: .fails, reason: "it refuses such a head without saying why"),
        "20,000 field lines are delivered in their order, or the head is too large":
            KnownFailure(kind: .unstable, reason: "joining repeated fields takes quadratic time"),
        "a field line of 110 kB is delivered, or the head is too large":
            KnownFailure(kind: .fails, reason: "it refuses such a line without saying why"),
        "a head of more than 256 KiB is an error, and its connection is closed":
            KnownFailure(kind: .fails, reason: "it refuses such a head without saying why"),
        "a version that is no number is an error":
            KnownFailure(kind: .fails, reason: "it takes any version"),
        "a status without the space before a phrase is a status":
            KnownFailure(kind: .fails, reason: "it refuses such a status line"),
        "a head cut off after its status line is an error":
            KnownFailure(kind: .kills, reason: "a connection that closes in a head ends the process"),
        "a head cut off inside a field is an error":
            KnownFailure(kind: .kills, reason: "a connection that closes in a head ends the process"),
        "a head cut off before its empty line is an error":
            KnownFailure(kind: .kills, reason: "a connection that closes in a head ends the process"),
        "a head cut off after an interim answer is an error":
            KnownFailure(kind: .kills, reason: "a connection that closes in a head ends the process"),
    ]
}
