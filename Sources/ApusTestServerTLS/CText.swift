internal import CTLS

/// Calls a function that writes a text into a buffer, if it has one.
func text(capacity: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> Bool) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        guard let start = buffer.baseAddress, write(start, buffer.count) else { return nil }
        return String(cString: start)
    }
}

/// Calls a function that may write what its problem was. The text is empty if it wrote nothing.
func withProblem<Result>(
    _ body: (UnsafeMutablePointer<CChar>?, Int) -> Result
) -> (result: Result, problem: String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        buffer.initialize(repeating: 0)
        let result = body(buffer.baseAddress, buffer.count)
        return (result, String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

/// The text of a function that hands its memory over.
func takeText(_ memory: UnsafeMutablePointer<CChar>?) -> String? {
    guard let memory else { return nil }
    defer { ctls_free(memory) }
    return String(cString: memory)
}

func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}
