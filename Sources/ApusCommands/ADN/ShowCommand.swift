import AppNet
import Apus

extension Command {
    static let show = Command(
        name: "show", summary: "Print one post",
        operands: [.postID],
        examples: [
            Example("apus adn show 9480914", "the post"),
            Example("apus adn show 9480914 --json", "everything the API says about it"),
        ]
    ) { arguments, context throws(EarlyExit) in
        try await AppNetSession.run(arguments, context, token: .optional) { session throws(EarlyExit) in
            let post = try await session.send(Endpoint<Post>.post(id: arguments.operands[0]))
            try session.print(post, text: session.posts.text)
        }
    }
}
