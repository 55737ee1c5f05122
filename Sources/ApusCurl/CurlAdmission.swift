import ApusCore

/// Which transfers may start: at most so many at a time to one origin, the others in the order they came.
///
/// The limit is kept here and not by libcurl: its own queue lets the first in line block those for other hosts. It
/// counts transfers, which are connections in HTTP/1.1; an origin that has answered in HTTP/2 shares one connection
/// among its transfers and has no limit any more. A pure value.
struct CurlAdmission<Transfer: AnyObject> {
    private struct Place {
        var running = 0
        var waiting: [Transfer] = []
        var isMultiplexed = false
    }

    private let limit: Int?
    private var places: [HTTPURL.Origin: Place] = [:]

    var isLimited: Bool { limit != nil }

    init(limit: Int?) { self.limit = limit.map { max(1, $0) } }

    /// Whether the transfer may start now; if not, it is remembered.
    mutating func admits(_ transfer: Transfer, to origin: HTTPURL.Origin) -> Bool {
        guard let limit else { return true }
        if places[origin, default: Place()].isMultiplexed || places[origin, default: Place()].running < limit {
            places[origin, default: Place()].running += 1
            return true
        }
        places[origin, default: Place()].waiting.append(transfer)
        return false
    }

    /// A transfer that was admitted has ended. Returns the one that has its place now; it counts as admitted.
    mutating func leave(_ origin: HTTPURL.Origin) -> Transfer? {
        guard limit != nil, var place = places[origin] else { return nil }
        if place.waiting.isEmpty {
            place.running -= 1
            places[origin] = place.running == 0 && !place.isMultiplexed ? nil : place
            return nil
        }
        let next = place.waiting.removeFirst()
        places[origin] = place
        return next
    }

    /// Forgets a transfer that waits; false if it does not.
    mutating func withdraw(_ transfer: Transfer, from origin: HTTPURL.Origin) -> Bool {
        guard let index = places[origin]?.waiting.firstIndex(where: { $0 === transfer }) else { return false }
        places[origin]?.waiting.remove(at: index)
        return true
    }

    /// The origin shares connections. Returns those that waited; they count as admitted.
    mutating func isMultiplexed(_ origin: HTTPURL.Origin) -> [Transfer] {
        guard limit != nil, places[origin]?.isMultiplexed == false else { return [] }
        let waiting = places[origin]?.waiting ?? []
        places[origin]?.isMultiplexed = true
        places[origin]?.waiting = []
        places[origin]?.running += waiting.count
        return waiting
    }
}
