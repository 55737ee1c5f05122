import ApusCore

/// A refusal, as the envelope tells it.
struct APIError: Error, Sendable, Equatable {
    var status: Int
    var message: String
    /// One of the documented slugs; only authentication has any.
    var slug: String?
    /// Fields the answer must carry besides the usual ones.
    var headers: Headers = [:]

    /// 400: a request that cannot be understood, or a state that forbids it.
    static func badRequest(_ text: String) -> APIError { APIError(status: 400, message: "Bad Request: " + text) }

    /// 400: a required parameter is not there. The wording is the API's.
    static func missing(_ parameter: String) -> APIError { badRequest("You must supply a \(parameter) parameter.") }

    /// 401.
    static func unauthenticated(_ text: String, slug: String? = nil) -> APIError {
        APIError(status: 401, message: "Call requires authentication: " + text, slug: slug)
    }

    /// 403.
    static func forbidden(_ text: String) -> APIError { APIError(status: 403, message: "Forbidden: " + text) }

    /// 404: there is no such `thing`.
    static func notFound(_ thing: String) -> APIError {
        APIError(status: 404, message: "Not Found: No such \(thing).")
    }

    /// 405. The wording is the API's.
    static func methodNotAllowed(_ methods: [Method]) -> APIError {
        let allowed = methods.map(\.rawValue).joined(separator: ",")
        return APIError(
            status: 405, message: "Method not allowed. Please use: " + allowed, headers: [.allow: allowed])
    }

    /// 507: an account's quota is used up.
    static func quotaExceeded(_ text: String) -> APIError {
        APIError(status: 507, message: "Insufficient Storage: " + text)
    }
}
