// The first stage of a call: from endpoint to request. Pure; whatever is wrong is said here, before anything is sent.

extension Client {
    /// The request that an endpoint becomes.
    /// - Throws: ``ClientError`` with stage ``ClientError/Stage/building`` that names the part at fault.
    public func request<Output>(
        for endpoint: Endpoint<Output>, options: CallOptions = CallOptions()
    ) throws(ClientError) -> Request {
        guard allowedMethods.contains(endpoint.method) else {
            let allowed = allowedMethods.map(\.rawValue).sorted().joined(separator: ", ")
            throw .building(.methodNotAllowed, "the method \(endpoint.method) is not allowed here, only \(allowed)")
        }
        let options = options.filled(from: endpoint.options)
        var url = try url(for: endpoint.path, endpoint.query)

        var headers = headers
        if let accept = endpoint.decoding.accept { headers.setDefault(.accept, accept.description) }
        if let userInfo = url.userInfo {
            headers.setDefault(.authorization, try Self.basicCredentials(userInfo))
            url = url.withoutUserInfo
        }
        headers.merge(options.headers)
        if let type = endpoint.payload?.mediaType { headers.setDefault(.contentType, type.description) }

        let request = Request(
            endpoint.method, url, headers: headers, body: try body(of: endpoint),
            timeouts: options.timeouts.filled(from: timeouts).filled(from: .standard),
            delivery: .whole(limit: options.maximumBodySize ?? maximumBodySize), options: options)
        do { try request.check() } catch {
            throw .building(ClientError.Code(rawValue: error.part.rawValue), error.description, request: request)
        }
        return request
    }

    private func url(for path: Path, _ query: Query) throws(ClientError) -> HTTPURL {
        let base: HTTPURL
        switch self.base {
        case .success(let url): base = url
        case .failure(let error):
            throw .building(.invalidBaseURL, "the base URL \(Self.shown(baseURL)) cannot be used: \(error)")
        }
        if let problem = path.problem { throw .building(.invalidPath, problem) }
        let full: String
        if path.encoded.utf8.first == UInt8(ascii: "/") {
            full = path.encoded
        } else if base.path.utf8.last == UInt8(ascii: "/") {
            full = base.path + path.encoded
        } else {
            full = path.encoded.isEmpty ? base.path : base.path + "/" + path.encoded
        }
        return base.with(path: full, query: query.isEmpty ? nil : query.encoded)
    }

    private func body<Output>(of endpoint: Endpoint<Output>) throws(ClientError) -> RequestBody? {
        guard let payload = endpoint.payload else { return nil }
        do {
            return try payload.body(encoder: encoder)
        } catch {
            throw ClientError(
                .building, .unencodableBody, "the body cannot be encoded: \(EncodingProblem.text(for: error))",
                underlying: error)
        }
    }

    static func basicCredentials(_ userInfo: String) throws(ClientError) -> String {
        guard let plain = PercentEncoding.decoding(userInfo) else {
            throw .building(.invalidBaseURL, "the user information in the URL is not percent-encoded UTF-8")
        }
        let pair = plain.utf8.contains(UInt8(ascii: ":")) ? plain : plain + ":"
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }

    /// A base URL that may be anything, without what could be a password.
    static func shown(_ text: String) -> String {
        let rest = text.utf8.lastIndex(of: UInt8(ascii: "@")).map { "…" + text[$0...] } ?? text
        return String(Redaction.standard.text(rest).prefix(200)).debugDescription
    }
}

extension ClientError {
    static func building(_ code: Code, _ message: String, request: Request? = nil) -> ClientError {
        ClientError(.building, code, message, request: request)
    }
}

/// What an encoder found wrong, with the place.
private enum EncodingProblem {
    static func text(for error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else {
            return Redaction.standard.text("\(error)")
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(context.debugDescription) (at \(path))"
    }
}
