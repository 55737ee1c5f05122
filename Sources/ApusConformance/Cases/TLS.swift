import ApusCore
import ApusTestServer
import ApusTestServerTLS

// Who is on the other side (RFC 8446, RFC 9110 §4.3.4), and whether all of it came (RFC 8446 §6.1).
extension ConformanceCase {
    static let tls: [ConformanceCase] = serverIdentity + pins + clientIdentity + tlsVersions + endings

    private static func tlsCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext, TestCertificates) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "tls", claim, needs: needs.union([.sockets, .privateAuthority])) { context in
            try await body(context, try TestCertificates.shared)
        }
    }

    /// Sends a GET with a transport of its own, and shuts that down.
    private static func get(
        _ url: String, _ context: ConformanceContext, _ options: ConformanceOptions
    ) async throws -> Response<Data> {
        let underTest = try context.anotherTransport(options)
        defer { underTest.shutDown() }
        return try await underTest.transport.send(try context.request(.get, url)).collected(upTo: 1 << 20)
    }

    private static func trusting(
        _ certificates: TestCertificates, _ change: (inout ConformanceOptions) -> Void = { _ in }
    ) throws -> ConformanceOptions {
        var options = ConformanceOptions()
        options.authorityFile = try certificates.authorityFile
        change(&options)
        return options
    }

    private static func refusal(
        _ tls: ServerTLS, _ code: TransportError.Code, of context: ConformanceContext, _ options: ConformanceOptions
    ) async throws {
        let server = context.adopt(try TestServer(tls: tls) { _ in Reply() })
        let error = try await context.failure(code) { try await get(server.url, context, options) }
        try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        try context.expect(server.counters.requestsReceived, equals: 0, "requests at the server")
    }

    private static let serverIdentity: [ConformanceCase] = [
        tlsCase("a certificate of an authority that is trusted is accepted") { context, certificates in
            let server = context.adopt(try TestServer(tls: .trusted) { _ in .text("ok") })
            let response = try await get(server.url, context, try trusting(certificates))
            try context.expect(text(response.body), equals: "ok", "body")
        },
        tlsCase("the name of the host is told to the server") { context, certificates in
            let server = context.adopt(try TestServer(tls: .trusted) { _ in .text("ok") })
            _ = try await get("https://localhost:\(server.port)/", context, try trusting(certificates))
            let request = try await server.takeRequest()
            try context.expect(request.tls?.serverName, equals: "localhost", "the name that was asked for")
        },
        tlsCase("an authority that is not trusted is refused") { context, certificates in
            try await refusal(.untrusted, .certificateUntrusted, of: context, try trusting(certificates))
        },
        tlsCase("a private authority is not trusted unless it was given") { context, _ in
            try await refusal(.trusted, .certificateUntrusted, of: context, ConformanceOptions())
        },
        tlsCase("an expired certificate is refused") { context, certificates in
            try await refusal(.expired, .certificateExpired, of: context, try trusting(certificates))
        },
        tlsCase("a certificate for another host is refused") { context, certificates in
            try await refusal(.wrongHost, .certificateWrongHost, of: context, try trusting(certificates))
        },
        tlsCase("a self-signed certificate is refused") { context, certificates in
            try await refusal(.selfSigned, .certificateSelfSigned, of: context, try trusting(certificates))
        },
    ]

    private static let pins: [ConformanceCase] = [
        tlsCase("a public key that matches the pin is accepted", needs: [.pins]) { context, certificates in
            let server = context.adopt(try TestServer(tls: .trusted) { _ in .text("ok") })
            let pin = certificates.server(.trusted).publicKeyPin
            let response = try await get(server.url, context, try trusting(certificates) { $0.pins = [pin] })
            try context.expect(text(response.body), equals: "ok", "body")
        },
        tlsCase("a public key that matches no pin is refused, though its certificate is trusted", needs: [.pins]) {
            context, certificates in
            let other = certificates.server(.selfSigned).publicKeyPin
            try await refusal(.trusted, .pinMismatch, of: context, try trusting(certificates) { $0.pins = [other] })
        },
    ]

    private static let clientIdentity: [ConformanceCase] = [
        tlsCase("a client certificate is shown to a server that asks for one", needs: [.clientCertificate]) {
            context, certificates in
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, requiresClientCertificate: true)) { _ in .text("ok") })
            let options = try trusting(certificates) {
                $0.clientCertificate = (certificates.client.certificatePEM, certificates.client.privateKeyPEM)
            }
            try context.expect(text(try await get(server.url, context, options).body), equals: "ok", "body")
            try context.expect(
                try await server.takeRequest().tls?.clientCertificate != nil, "a certificate at the server")
        },
        tlsCase("a server that asks for a client certificate and gets none is an error of its own") {
            context, certificates in
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, requiresClientCertificate: true)) { _ in Reply() })
            try await context.failure(.clientCertificateRejected) {
                try await get(server.url, context, try trusting(certificates))
            }
            try context.expect(server.counters.requestsReceived, equals: 0, "requests at the server")
        },
        tlsCase(
            "a client certificate that the server does not accept is an error of its own", needs: [.clientCertificate]
        ) {
            context, certificates in
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, requiresClientCertificate: true)) { _ in Reply() })
            let options = try trusting(certificates) {
                $0.clientCertificate = (
                    certificates.unknownClient.certificatePEM, certificates.unknownClient.privateKeyPEM
                )
            }
            try await context.failure(.clientCertificateRejected) { try await get(server.url, context, options) }
        },
    ]

    private static let tlsVersions: [ConformanceCase] = [
        tlsCase("TLS 1.2 is spoken") { context, certificates in
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, maximumVersion: .v1_2)) { _ in .text("ok") })
            _ = try await get(server.url, context, try trusting(certificates))
            try context.expect(try await server.takeRequest().tls?.version, equals: .v1_2, "version")
        },
        tlsCase("a server that speaks no more than TLS 1.1 is refused") { context, certificates in
            try await refusal(
                ServerTLS(.trusted, maximumVersion: .v1_1), .tlsVersionMismatch, of: context,
                try trusting(certificates))
        },
        tlsCase("a server that does not speak TLS fails the handshake") { context, certificates in
            let server = try context.server { _ in Reply() }
            let error = try await context.failure(.tlsHandshakeFailed) {
                try await get("https://127.0.0.1:\(server.port)/", context, try trusting(certificates))
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        tlsCase("a handshake that breaks off is an error and nothing was sent") { context, certificates in
            let tls = ServerTLS(.trusted, handshakeFault: .close(afterBytes: 20))
            let server = context.adopt(try TestServer(tls: tls) { _ in Reply() })
            let error = try await context.failure(.tlsHandshakeFailed, .connectionLost) {
                try await get(server.url, context, try trusting(certificates))
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        tlsCase("a handshake that stalls is a connect timeout", needs: [.connectTimeout]) { context, certificates in
            let tls = ServerTLS(.trusted, handshakeFault: .stall(afterBytes: 20))
            let server = context.adopt(try TestServer(tls: tls) { _ in Reply() })
            let underTest = try context.anotherTransport(try trusting(certificates))
            defer { underTest.shutDown() }
            let request = try context.request(.get, server.url, timeouts: Timeouts(connect: .milliseconds(800)))
            let error = try await context.failure(.connectTimeout) { try await underTest.transport.send(request) }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
    ]

    private static let endings: [ConformanceCase] = [
        tlsCase("a body of known length that is whole is an answer, though the end of TLS was not announced") {
            context, certificates in
            let reply = Reply(headers: ["Connection": "close"], body: pattern(10_000))
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, announcesEnd: false)) { _ in reply })
            let response = try await get(server.url, context, try trusting(certificates))
            try context.expect(response.body == pattern(10_000), "the whole body")
        },
        tlsCase("a body cut off before its length is an error that says how much had come, over TLS, too") {
            context, certificates in
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
            let reply = Reply(body: Data(count: 1_000)).failing(.close(afterBytes: head.utf8.count + 500))
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, announcesEnd: false)) { _ in reply })
            let error = try await context.failure(.bodyTruncated) {
                try await get(server.url, context, try trusting(certificates))
            }
            try context.expect(error.bytesReceived, equals: 500, "bytes received")
        },
        tlsCase("a body that only the end ends is an error if that end was not announced") { context, certificates in
            let reply = Reply(body: Data(count: 1_000)).framed(.untilClose)
            let server = context.adopt(
                try TestServer(tls: ServerTLS(.trusted, announcesEnd: false)) { _ in reply })
            try await context.failure(.bodyTruncated) {
                try await get(server.url, context, try trusting(certificates))
            }
        },
        tlsCase("a body that only the end ends is an answer if that end was announced") { context, certificates in
            let reply = Reply(body: pattern(1_000)).framed(.untilClose)
            let server = context.adopt(try TestServer(tls: .trusted) { _ in reply })
            let response = try await get(server.url, context, try trusting(certificates))
            try context.expect(response.body == pattern(1_000), "the whole body")
        },
    ]
}
