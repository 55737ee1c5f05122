import AppNet
import Apus

// The commands that print lists of posts.

extension Command {
    static let global = listing(
        name: "global", summary: "Print the newest posts of everybody",
        examples: [
            Example("apus adn global --count 5", "the five newest"),
            Example("apus adn global --count 500 --json", "the 500 newest, over three requests, for a program"),
            Example("apus adn global --before 9480914", "what came before post 9480914"),
        ],
        token: .optional
    ) { _ in
        { .globalStream(count: $0, since: $1, before: $2) }
    }

    static let stream = listing(
        name: "stream", summary: "Print the newest posts of yourself and those you follow",
        examples: [
            Example("apus adn stream", "the 20 newest"),
            Example("apus adn stream --since 9480914", "what is new since post 9480914"),
        ],
        token: .required
    ) { _ in
        { .myStream(count: $0, since: $1, before: $2) }
    }

    static let replies = listing(
        name: "replies", summary: "Print the conversation a post belongs to",
        operands: [.postID],
        examples: [Example("apus adn replies 9480914", "the conversation, newest first")],
        token: .required
    ) { arguments in
        { .replies(to: arguments.operands[0], count: $0, since: $1, before: $2) }
    }

    static let search = listing(
        name: "search", summary: "Print the posts that contain words",
        discussion: [
            "The API understands \"quoted phrases\", +must, -mustNot, and OR between words. Words that begin with a dash "
                + "go behind '--'."
        ],
        operands: [Operand(name: "WORDS", help: "what to search for", isRepeated: true)],
        examples: [
            Example("apus adn search coffee", "the 20 newest posts with that word"),
            Example("apus adn search -- coffee -tea", "coffee without tea"),
        ],
        token: .required
    ) { arguments in
        let search = PostSearch(arguments.operands.joined(separator: " "))
        return { .searchPosts(search, count: $0, since: $1, before: $2) }
    }
}

extension Command.Operand {
    static let postID = Command.Operand(name: "ID", help: "the id of a post, as lists show it")
}
