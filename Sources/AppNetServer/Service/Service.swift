import ApusCore
import ApusTestServer

/// The whole server but the sockets: a request in, a reply out.
struct Service: Sendable {
    var world: World
    private var limiter: RateLimiter
    private var errorIDs: SplitMix64

    init(_ settings: EmbeddedAppNet.Settings) {
        world = World.seeded(settings.seed)
        world.accept(settings.tokens)
        limiter = RateLimiter(settings.rateLimits)
        errorIDs = SplitMix64(seed: ~settings.seed)
    }

    /// Answers a request.
    mutating func reply(to request: RecordedRequest, at now: Timestamp) -> Reply {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if request.method == .get || request.method == .head, let image = ImageRoutes.image(world, Array(path)) {
            return Reply(
                headers: [.contentType: image.mediaType, .accessControlAllowOrigin: "*"], body: Data(image.bytes))
        }
        guard path.starts(with: ["stream", "0"]) else { return refusal(.notFound("resource"), request) }
        do throws(APIError) {
            return try answer(request, path: path.dropFirst(2), at: now)
        } catch {
            return refusal(error, request)
        }
    }

    private mutating func answer(
        _ request: RecordedRequest, path: ArraySlice<Substring>, at now: Timestamp
    ) throws(APIError) -> Reply {
        var segments: [String] = []
        for segment in path.last == "" ? path.dropLast() : path {
            guard let text = PercentEncoding.decoding(segment) else { throw .badRequest("The path is malformed") }
            segments.append(text)
        }
        let match = Router.appNet.match(request.method, segments)
        switch match {
        case .none: throw .notFound("resource")
        case .otherMethods(let methods):
            if request.method == .options { return Self.preflight(methods) }
            throw .methodNotAllowed(methods)
        case .route(let route, let arguments):
            guard let query = QueryItems(request.query ?? "") else { throw .badRequest("The query is malformed") }
            return perform(route, Exchange(request: request, query: query, arguments: arguments, now: now))
        }
    }

    private mutating func perform(_ route: Route, _ exchange: Exchange) -> Reply {
        let token = Result { () throws(APIError) in try Credentials.token(of: exchange, in: world) }
        let accepted = (try? token.get()) ?? nil
        let accounts = limiter.accounts(token: accepted?.value, charge: route.charge)
        if let standing = limiter.standing(accounts, at: exchange.now), standing.remaining == 0 {
            return overLimit(standing, exchange, accepted)
        }

        let result = Result { () throws(APIError) in
            let token = try token.get()
            try Credentials.check(token, for: route)
            let call = Call(
                request: exchange.request, query: exchange.query, arguments: exchange.arguments, token: token,
                now: exchange.now)
            return try route.handler(&world, call)
        }
        // What is refused as malformed was answered without the limits, and without their headers.
        let isMalformed = if case .failure(let error) = result { error.status == 400 } else { false }
        if !isMalformed { limiter.charge(accounts, at: exchange.now) }
        let standing = isMalformed ? nil : limiter.standing(accounts, at: exchange.now)
        let headers = Self.headers(accepted, standing)
        switch result {
        case .success(.redirect(let url)):
            return Reply(Status(302), headers: headers.adding(.location, url))
        case .success(.json(let bytes)):
            return ReplyFormat(exchange, isAuthenticated: accepted != nil).reply(bytes, status: 200, headers: headers)
        case .failure(let error):
            return ReplyFormat(exchange, isAuthenticated: accepted != nil)
                .reply(envelope(error), status: error.status, headers: headers.merging(error.headers))
        }
    }

    private mutating func overLimit(_ standing: RateLimiter.Standing, _ exchange: Exchange, _ token: Token?) -> Reply {
        let error = APIError(status: 429, message: "Too Many Requests: Rate limit exceeded.")
        let headers = Self.headers(token, standing).adding(.retryAfter, String(standing.reset))
        return ReplyFormat(exchange, isAuthenticated: token != nil)
            .reply(envelope(error), status: error.status, headers: headers)
    }

    /// An error that comes before anyone looked at who calls.
    private mutating func refusal(_ error: APIError, _ request: RecordedRequest) -> Reply {
        let exchange = Exchange(request: request, query: QueryItems(), arguments: [], now: Timestamp(seconds: 0))
        return ReplyFormat(exchange, isAuthenticated: true)
            .reply(envelope(error), status: error.status, headers: Self.headers(nil, nil).merging(error.headers))
    }

    private mutating func envelope(_ error: APIError) -> [UInt8] {
        let id = (0..<2).map { _ in
            let digits = String(errorIDs.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return JSONWriter.bytes { json in
            json.raw(#"{"meta":{"code":"#)
            json.int(error.status)
            json.raw(#","error_message":"#)
            json.string(error.message)
            if let slug = error.slug {
                json.raw(#","error_slug":"#)
                json.string(slug)
            }
            json.raw(#","error_id":"#)
            json.string(id.joined())
            json.raw("}}")
        }
    }

    private static func headers(_ token: Token?, _ standing: RateLimiter.Standing?) -> Headers {
        var headers: Headers = ["X-ADN-Migrations-Enabled": "", .accessControlAllowOrigin: "*"]
        if let token, !token.scopes.isEmpty {
            headers.append("X-OAuth-Scopes", token.scopes.map(\.rawValue).joined(separator: ","))
        }
        if let standing {
            headers.append("X-RateLimit-Limit", String(standing.limit))
            headers.append("X-RateLimit-Remaining", String(standing.remaining))
            headers.append("X-RateLimit-Reset", String(standing.reset))
        }
        return headers
    }

    /// What a browser asks before it sends a token to another origin.
    private static func preflight(_ methods: [Method]) -> Reply {
        let allowed = methods.map(\.rawValue).joined(separator: ",")
        return Reply(
            Status(204),
            headers: [
                .allow: allowed, .accessControlAllowOrigin: "*", "Access-Control-Allow-Methods": allowed,
                "Access-Control-Allow-Headers":
                    "Authorization,Content-Type,X-ADN-Migration-Overrides,X-ADN-Pretty-JSON",
            ])
    }
}

/// A request on its way through the service.
struct Exchange: Sendable {
    var request: RecordedRequest
    var query: QueryItems
    var arguments: [String]
    var now: Timestamp
}

extension Headers {
    fileprivate func adding(_ name: Name, _ value: String) -> Headers {
        var headers = self
        headers.append(name, value)
        return headers
    }

    fileprivate func merging(_ other: Headers) -> Headers {
        var headers = self
        headers.merge(other)
        return headers
    }
}

extension Headers.Name {
    static let accessControlAllowOrigin: Self = "Access-Control-Allow-Origin"
}
