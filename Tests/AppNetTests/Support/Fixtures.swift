import AppNet
import ApusCore
import Foundation
import Testing

/// The samples in the folder `Fixtures`: bodies as the service sends them.
enum Fixture {
    static func data(_ name: String) throws -> Data {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"),
            "there is no fixture \(name).json")
        return try Data(contentsOf: url)
    }

    /// The value of a fixture, by a decoder without any settings.
    static func decode<Value: Decodable>(_ type: Value.Type = Value.self, _ name: String) throws -> Value {
        try JSONDecoder().decode(type, from: data(name))
    }

    /// The value in the `data` of a fixture.
    static func value<Value: Codable & Sendable>(_ type: Value.Type = Value.self, _ name: String) throws -> Value {
        try decode(Enveloped<Value>.self, name).data
    }

    static func json(_ name: String) throws -> JSONValue { try decode(JSONValue.self, name) }
}

extension JSONValue {
    /// The wire form of a value, by an encoder without any settings.
    init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// The places at which another value lacks a member of this one, has one more, or has something else.
    func differences(from other: JSONValue, at path: String = "$") -> [String] {
        switch (self, other) {
        case (.object(let mine), .object(let others)):
            Set(mine.keys).union(others.keys).sorted().flatMap { key -> [String] in
                switch (mine[key], others[key]) {
                case (let value?, let other?): value.differences(from: other, at: "\(path).\(key)")
                case (nil, _): ["added \(path).\(key)"]
                case (_, nil): ["lost \(path).\(key)"]
                }
            }
        case (.array(let mine), .array(let others)) where mine.count == others.count:
            zip(mine, others).enumerated().flatMap { $1.0.differences(from: $1.1, at: "\(path)[\($0)]") }
        default:
            self == other ? [] : ["changed \(path)"]
        }
    }
}
