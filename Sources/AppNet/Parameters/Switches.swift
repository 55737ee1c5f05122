import ApusCore

/// Parameters that are sent as 1 or 0, or not at all: what is left out has the service's default, which is on for some
/// and off for others.
struct Switches: Sendable, Hashable {
    private var on: UInt16 = 0
    private var off: UInt16 = 0

    /// Leaves everything at its default.
    init() {}

    /// Switches one parameter on.
    init(bit: Int) { on = 1 << UInt16(bit) }

    /// The same parameters switched the other way.
    var inverted: Switches {
        var result = Switches()
        result.on = off
        result.off = on
        return result
    }

    /// Takes over what `other` switches, against what was switched here.
    mutating func merge(_ other: Switches) {
        on = on & ~other.off | other.on
        off = off & ~other.on | other.off
    }

    /// The pairs for the parameters of those names, the first of which is bit 0.
    func query(_ names: [String]) -> Query {
        var query = Query()
        guard on | off != 0 else { return query }
        for (bit, name) in names.enumerated() {
            let mask: UInt16 = 1 << UInt16(bit)
            if on & mask != 0 { query.append(name, 1) } else if off & mask != 0 { query.append(name, 0) }
        }
        return query
    }
}
