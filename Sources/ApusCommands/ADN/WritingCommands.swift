import AppNet
import Apus

// The commands that change something.

extension Option {
    static let replyTo = Option(
        name: "reply-to", value: .required("ID"), help: "make it a reply to that post")
}

extension Command {
    static let post = Command(
        name: "post", summary: "Make a post and print it",
        operands: [Operand(name: "TEXT", help: "the text; - reads it from standard input")],
        options: [OptionGroup(title: "Post", options: [.replyTo])],
        examples: [
            Example("apus adn post 'Good morning!'", "say something"),
            Example("apus adn post --reply-to 9480914 '@mara_quill I agree.'", "answer somebody"),
            Example("fortune -s | apus adn post -", "from another program"),
        ]
    ) { arguments, context throws(EarlyExit) in
        let word = arguments.operands[0]
        let text = word == "-" ? try await context.input.readAll().trimmed : word
        if text.trimmed.isEmpty { throw arguments.usage("the text of the post is empty") }
        try await AppNetSession.run(arguments, context, token: .required) { session throws(EarlyExit) in
            let post = try await session.send(
                Endpoint<Post>.createPost(Draft(text, replyTo: arguments.text(.replyTo))))
            try session.print(post, text: session.posts.text)
            session.noteWriting()
        }
    }

    static let delete = writing(
        name: "delete", summary: "Delete one of your posts",
        examples: [Example("apus adn delete 9480937", "delete post 9480937")]
    ) { arguments, id in
        (.deletePost(id), "Deleted post \(id).")
    }

    static let star = writing(
        name: "star", summary: "Star a post",
        options: [OptionGroup(title: "Star", options: [.undo])],
        examples: [
            Example("apus adn star 9480914", "star post 9480914"),
            Example("apus adn star 9480914 --undo", "take the star back"),
        ]
    ) { arguments, id in
        arguments.isGiven(.undo)
            ? (.unstar(id), "Took the star back from post \(id).") : (.star(id), "Starred post \(id).")
    }

    static let repost = writing(
        name: "repost", summary: "Repeat a post to your followers",
        options: [OptionGroup(title: "Repost", options: [.undo])],
        examples: [
            Example("apus adn repost 9480914", "repost post 9480914"),
            Example("apus adn repost 9480914 --undo", "take the repost back"),
        ]
    ) { arguments, id in
        arguments.isGiven(.undo)
            ? (.unrepost(id), "Took the repost of post \(id) back.") : (.repost(id), "Reposted post \(id).")
    }

    /// A command that does something to a post, says so, and prints what the API answered.
    private static func writing(
        name: String, summary: String, options: [OptionGroup] = [], examples: [Example],
        _ plan: @escaping @Sendable (ParsedArguments, Post.ID) -> (endpoint: Endpoint<Post>, report: String)
    ) -> Command {
        Command(
            name: name, summary: summary, operands: [.postID], options: options, examples: examples
        ) { arguments, context throws(EarlyExit) in
            let (endpoint, report) = plan(arguments, arguments.operands[0])
            try await AppNetSession.run(arguments, context, token: .required) { session throws(EarlyExit) in
                let post = try await session.send(endpoint)
                try session.say(SafeText.line(report))
                try session.print(post, text: session.posts.text)
                session.noteWriting()
            }
        }
    }
}
