import AppNet
import Apus

extension Option {
    static let posts = Option(
        name: "posts", help: "print the account's newest posts too; with --json, only them, as a list")
}

extension Command {
    static let user = Command(
        name: "user", summary: "Print an account's profile",
        discussion: ["The paging options are about its posts."],
        operands: [Operand(name: "USER", help: "a username, with or without @, the id of an account, or me")],
        options: [OptionGroup(title: "User", options: [.posts]), .paging],
        examples: [
            Example("apus adn user mara_quill", "the profile"),
            Example("apus adn user me --posts --count 3", "your profile and your three newest posts"),
        ]
    ) { arguments, context throws(EarlyExit) in
        let user = UserReference(word: arguments.operands[0])
        let list = try PostList(arguments)
        let need: Credentials.Need = user == .me ? .required : .optional
        try await AppNetSession.run(arguments, context, token: need) { session throws(EarlyExit) in
            let withPosts = arguments.isGiven(.posts)
            if session.showsCurl, withPosts {
                try session.printCurl(Endpoint<User>.user(user))
            } else if !withPosts || !session.printsJSON {
                let profile = try await session.send(Endpoint<User>.user(user))
                try session.print(profile, text: session.users.text)
            }
            guard withPosts else { return }
            if !session.showsCurl { try session.say("") }
            try await list.print(in: session) { .posts(by: user, count: $0, since: $1, before: $2) }
        }
    }
}

extension UserReference {
    /// An account as people type it: a number is an id, and a name that is a number has its `@`.
    init(word: String) {
        if word == "me" {
            self = .me
        } else if word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            self = .id(word)
        } else {
            self = .username(word)
        }
    }
}
