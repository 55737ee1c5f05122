// Writes the public declarations of a module as text, from the compiler's symbol graphs; see Scripts/public-api.

import Foundation

struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        struct Kind: Decodable { var identifier: String }
        struct Fragment: Decodable { var kind, spelling: String }
        var identifier: Identifier
        var kind: Kind
        var pathComponents: [String]
        var accessLevel: String
        var declarationFragments: [Fragment]?
    }
    struct Relationship: Decodable {
        var kind, source, target: String
        var targetFallback: String?
    }
    var symbols: [Symbol]
    var relationships: [Relationship]
}

/// The declaration in one line, as it would stand in the source.
func declaration(of symbol: SymbolGraph.Symbol) -> String {
    let fragments = symbol.declarationFragments ?? []
    return fragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: PublicAPI MODULE FOLDER-OF-SYMBOL-GRAPHS\n".utf8))
    exit(2)
}
let module = CommandLine.arguments[1]
let folder = URL(fileURLWithPath: CommandLine.arguments[2])

// The module's own symbols, and what it adds to the types of others: Module.symbols.json, Module@Other.symbols.json.
let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.lastPathComponent == "\(module).symbols.json" || $0.lastPathComponent.hasPrefix("\(module)@") }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }

/// A name, what is declared under it, what its type conforms to, and the names inside of it.
final class Node {
    var declarations: Set<String> = []
    var conformances: Set<String> = []
    var members: [String: Node] = [:]

    subscript(path: [String]) -> Node {
        path.reduce(self) { node, name in
            if let member = node.members[name] { return member }
            let member = Node()
            node.members[name] = member
            return member
        }
    }

    func printMembers(indentation: String = "") {
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            // A type of another module has no declaration here, only what is added to it.
            let heads = member.declarations.isEmpty ? ["extension \(name)"] : member.declarations.sorted()
            let conformances = member.conformances.sorted().joined(separator: ", ")
            for head in heads { print(indentation + head + (conformances.isEmpty ? "" : ": " + conformances)) }
            member.printMembers(indentation: indentation + "    ")
        }
    }
}

/// What every value has unless it says otherwise, and what a string literal brings along.
let implied: Set = [
    "Copyable", "Escapable", "SendableMetatype", "ExpressibleByExtendedGraphemeClusterLiteral",
    "ExpressibleByUnicodeScalarLiteral",
]

let root = Node()
for file in files {
    let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
    // A protocol's declaration says itself what it inherits.
    var paths: [String: [String]] = [:]
    var protocols: Set<String> = []
    for symbol in graph.symbols where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
        paths[symbol.identifier.precise] = symbol.pathComponents
        if symbol.kind.identifier == "swift.protocol" { protocols.insert(symbol.identifier.precise) }
        root[symbol.pathComponents].declarations.insert(declaration(of: symbol))
    }
    for relationship in graph.relationships
    where relationship.kind == "conformsTo" && !protocols.contains(relationship.source) {
        guard let type = paths[relationship.source],
            let target = paths[relationship.target]?.joined(separator: ".") ?? relationship.targetFallback
        else { continue }
        let name = String(target.split(separator: ".").last ?? "")
        if implied.contains(name) { continue }
        root[type].conformances.insert(name)
    }
}
root.printMembers()
