extension Command {
    /// The commands that call App.net's API.
    static let adn = Command(
        name: "adn",
        summary: "Read and write posts through App.net's API",
        discussion: [
            "Without a server, a command starts an embedded one in its own process, with invented people and no rate "
                + "limits, and talks to it over HTTP. What is written there is gone when the command ends; for a server "
                + "that stays, run 'apus serve' and name it with --server."
        ],
        options: [.connection, .output],
        examples: [
            Example("apus adn global --count 5", "the five newest posts of everybody"),
            Example("apus adn global --json | jq -r '.[].text'", "for other programs"),
            Example("apus adn post 'Good morning!'", "say something"),
        ],
        subcommands: [.global, .stream, .show, .replies, .user, .post, .delete, .star, .repost, .search])
}
