/// The header fields of a message (RFC 9110 §5): ordered, names compared without regard to case, repeated fields kept.
///
///     var headers: Headers = ["Accept": "application/json"]
///     headers["X-Request-ID"] = "42"          // replaces every field of that name
///     headers.append("Set-Cookie", "a=1")     // keeps what is there
public struct Headers: Sendable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The field's name, as it was given.
        public var name: Name
        /// The value, without the white space around it.
        public var value: String

        /// Makes a field; ``Headers/problem`` says whether it can be sent.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field]

    /// No fields.
    public init() { fields = [] }

    /// The given fields, in their order.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// The first field's value, or nil if there is none. Setting replaces all fields of that name (the first keeps its
    /// place); setting nil removes them.
    public subscript(name: Name) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            guard let newValue else {
                fields.removeAll { $0.name == name }
                return
            }
            guard let first = fields.firstIndex(where: { $0.name == name }) else {
                fields.append(Field(name, newValue))
                return
            }
            fields[first].value = newValue
            var seen = false
            fields.removeAll {
                guard $0.name == name else { return false }
                defer { seen = true }
                return seen
            }
        }
    }

    /// The values of all fields of that name, in order.
    public func values(for name: Name) -> [String] { fields.compactMap { $0.name == name ? $0.value : nil } }

    /// The members of a list-valued field, across repeated fields: `Allow: GET, POST` gives `GET` and `POST`
    /// (RFC 9110 §5.6.1). Commas inside quoted strings do not separate.
    public func list(for name: Name) -> [String] { values(for: name).flatMap(Self.members(of:)) }

    /// Whether there is a field of that name.
    public func contains(_ name: Name) -> Bool { fields.contains { $0.name == name } }

    /// Adds a field and keeps the ones of the same name.
    public mutating func append(_ name: Name, _ value: String) { fields.append(Field(name, value)) }

    /// Adds a field unless there is one of that name.
    public mutating func setDefault(_ name: Name, _ value: String) {
        if !contains(name) { fields.append(Field(name, value)) }
    }

    /// Removes all fields of that name.
    public mutating func remove(_ name: Name) { fields.removeAll { $0.name == name } }

    /// Makes room for that many fields.
    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Takes over the fields of `other`; a name that `other` has loses the fields it had here.
    public mutating func merge(_ other: Headers) {
        if fields.isEmpty {
            fields = other.fields
            return
        }
        for field in other.fields { remove(field.name) }
        fields.append(contentsOf: other.fields)
    }

    /// What keeps these fields from being sent, or nil: a name that is no token, a value with CR, LF, NUL or another
    /// control character (RFC 9110 §5.5). The text names the field and never repeats its value.
    public var problem: String? {
        for field in fields {
            if !field.name.isValid {
                return field.name.problem
            }
            if let bad = field.value.utf8.first(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
                return "the value of header \(field.name) contains \(bad.controlName)"
            }
        }
        return nil
    }

    private static func members(of value: String) -> [String] {
        var members: [String] = []
        var member: [UInt8] = []
        var quoted = false
        var escaped = false
        for byte in value.utf8 {
            if byte == UInt8(ascii: ","), !quoted {
                members.append(String(decoding: member, as: UTF8.self))
                member.removeAll()
                continue
            }
            if quoted, !escaped, byte == UInt8(ascii: "\\") {
                escaped = true
            } else {
                if byte == UInt8(ascii: "\""), !escaped { quoted.toggle() }
                escaped = false
            }
            member.append(byte)
        }
        members.append(String(decoding: member, as: UTF8.self))
        return members.map(\.trimmedOfWhitespace).filter { !$0.isEmpty }
    }
}

extension Headers: RandomAccessCollection {
    /// The index of the first field.
    public var startIndex: Int { fields.startIndex }
    /// One past the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at that place.
    public subscript(position: Int) -> Field { fields[position] }
}

extension Headers: Hashable {
    /// Equal if the fields are equal in order; names compare without regard to case.
    public static func == (a: Headers, b: Headers) -> Bool { a.fields == b.fields }
    /// Feeds the fields into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension Headers: ExpressibleByDictionaryLiteral {
    /// The given fields, in their order; a name may be repeated.
    public init(dictionaryLiteral elements: (Name, String)...) { fields = elements.map { Field($0, $1) } }
}

extension Headers: CustomStringConvertible {
    /// The fields one a line, with the values of secret ones hidden (see ``Redaction/standard``).
    public var description: String { Redaction.standard.text(for: self) }
}

extension Headers.Field: CustomStringConvertible {
    /// `Name: value`, the value hidden if it is secret.
    public var description: String { Redaction.standard.text(for: self) }
}
