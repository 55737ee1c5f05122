/// What one endpoint or one call does differently from its client. Nil and empty fields are inherited: a call's options
/// go before its endpoint's, and those before the client's.
///
///     try await api.send(.globalStream(), options: .timeout(.seconds(5)))
public struct CallOptions: Sendable {
    /// Limits in time.
    public var timeouts = Timeouts()
    /// Header fields that replace the client's and the endpoint's of the same name.
    public var headers = Headers()
    /// The largest body that is collected, in bytes after decompression.
    public var maximumBodySize: Int?
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Changes nothing.
    public init() {}

    /// A total time for the call.
    public static func timeout(_ total: Duration) -> CallOptions {
        var options = CallOptions()
        options.timeouts.total = total
        return options
    }

    /// Header fields for the call.
    public static func headers(_ headers: Headers) -> CallOptions {
        var options = CallOptions()
        options.headers = headers
        return options
    }

    /// An option that a middleware defined; nil if it was not set.
    public subscript<Key: OptionKey>(key: Key.Type) -> Key.Value? {
        get { values[ObjectIdentifier(key)] as? Key.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// These options, with `base` where they say nothing.
    public func filled(from base: CallOptions) -> CallOptions {
        var result = self
        result.timeouts = timeouts.filled(from: base.timeouts)
        result.headers = base.headers
        result.headers.merge(headers)
        result.maximumBodySize = maximumBodySize ?? base.maximumBodySize
        if !base.values.isEmpty { result.values.merge(base.values) { mine, _ in mine } }
        return result
    }
}

/// Names an option that a middleware reads from ``Request/options``.
///
///     enum Priority: OptionKey { typealias Value = Int }
///     options[Priority.self] = 3
public protocol OptionKey {
    /// What the option holds.
    associatedtype Value: Sendable
}
