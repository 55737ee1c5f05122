extension ConformanceCase {
    /// Every case, area by area.
    public static let all: [ConformanceCase] = [
        bodies, compression,
    ].flatMap { $0 }
}
