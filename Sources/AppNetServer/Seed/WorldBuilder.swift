import ApusCore

/// Makes a world by living in it: people register, follow, post, answer, star, repost and delete, a step at a time, by
/// the same operations that requests use.
struct WorldBuilder {
    var world: World
    /// Apart from the world's own generator, so that what requests draw does not depend on how the world was made.
    var generator: SplitMix64
    var people: [UserID: Person] = [:]
    var ids: [UserID] = []

    private init(seed: UInt64) {
        world = World(seed: seed)
        generator = SplitMix64(seed: seed &+ 1)
    }

    static func world(seed: UInt64) -> World {
        var builder = WorldBuilder(seed: seed)
        return builder.build()
    }

    /// What one of them tries and the rules refuse just does not happen.
    private mutating func build() -> World {
        registerPeople()
        befriendEveryone()
        let count = World.seededPostCount
        let start = World.seededUntil + -30 * 86_400
        while world.posts.count < count {
            let progress = world.posts.count + 1
            // The last post is made at the very end; the others come a bit before their turn.
            let spread = progress == count ? 0 : generator.next(upTo: 1_800)
            let now = start + (30 * 86_400 * progress / count - spread)
            addPost(at: now)
            addReactions(at: now)
        }
        muteAndBlock()
        for id in ids where people[id]?.isGone == true { world.users[id]?.isGone = true }
        return world
    }

    private mutating func registerPeople() {
        for (index, person) in Person.all.enumerated() {
            let id = World.firstUserID + index
            let created = Timestamp(year: 2012, month: 8, day: 6, hour: 14) + (index * index * 15_000 + index * 7_411)
            var user = User(
                id: id, username: person.username, name: person.name, timezone: person.timezone,
                locale: person.locale, kind: person.kind, createdAt: created,
                verifiedDomain: person.verifiedDomain,
                followingLimit: person.isFree ? User.freeFollowingLimit : User.paidFollowingLimit)
            if let domain = person.verifiedDomain {
                user.annotations = [
                    Annotation(
                        type: "net.app.core.directory.homepage", value: ["url": .string("http://" + domain)]),
                    Annotation(
                        type: "net.app.core.directory.blog", value: ["url": .string("http://\(domain)/blog")]),
                ]
            }
            people[id] = person
            ids.append(id)
            world.register(user)
        }
        // Only now, as descriptions mention people.
        for id in ids {
            guard let text = people[id]?.description else { continue }
            try? world.updateProfile(ProfileChange(description: TextInput(text: text)), of: id)
        }
        if let desk = world.userID(named: "welcome_desk") {
            for id in ids {
                world.record(.welcome, by: desk, of: id, for: id, at: world.users[id]?.createdAt ?? World.seededUntil)
            }
        }
    }

    private mutating func befriendEveryone() {
        let start = Timestamp(year: 2013, month: 7, day: 1)
        for (index, id) in ids.enumerated() where people[id]?.kind != .bot {
            let count = 4 + generator.next(upTo: 16)
            for step in 0..<count {
                guard let other = generator.pick(ids) else { continue }
                try? world.follow(other, by: id, at: start + (index * 40_000 + step * 1_700))
            }
        }
        // The people whose tokens are known know each other, and bots follow back.
        let friends = ["mara_quill", "teodor_fenn", "juniper_vale", "okta_bramble"].compactMap(world.userID)
        for a in friends {
            for b in friends { try? world.follow(b, by: a, at: start + 30 * 86_400) }
        }
        for id in ids where people[id]?.kind == .bot {
            for edge in world.follows.edges(to: id) { try? world.follow(edge.from, by: id, at: start + 31 * 86_400) }
        }
    }

    private mutating func muteAndBlock() {
        guard let mara = world.userID(named: "mara_quill"), let juniper = world.userID(named: "juniper_vale") else {
            return
        }
        for name in ["dice_roller_d20", "quentin_marl"] {
            if let id = world.userID(named: name) { try? world.mute(id, by: mara) }
        }
        if let id = world.userID(named: "zeno_ticker") { try? world.block(id, by: juniper) }
    }
}
