internal import CSockets

/// An errno value.
struct SystemError: Error, CustomStringConvertible {
    let number: Int32

    /// - Parameter result: What a function of CSockets returned: the negative number.
    init(_ result: Int32) { number = abs(result) }

    var kind: csockets_kind { csockets_error_kind(number) }

    var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "error \(number)" }
            csockets_error_text(number, start, buffer.count)
            return String(cString: start)
        }
    }
}

extension TestServerError {
    /// Why the server could not start on that port.
    init(_ error: SystemError, port: UInt16) {
        let code: Code
        let reason: String
        switch error.kind {
        case CSOCKETS_ADDRESS_IN_USE: (code, reason) = (.portInUse, "it is in use")
        case CSOCKETS_NOT_PERMITTED: (code, reason) = (.notPermitted, "this process has no permission for it")
        case CSOCKETS_TOO_MANY_FILES: (code, reason) = (.noResources, "the system says: \(error)")
        default: (code, reason) = (.system, "the system says: \(error)")
        }
        self.init(
            code: code, port: port, description: "cannot listen on port \(port) of 127.0.0.1: \(reason)")
    }
}
