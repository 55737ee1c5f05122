// The options that several commands of `apus adn` have.

extension Option {
    static let server = Option(
        name: "server", value: .required("URL"),
        help:
            "the API's base URL, such as the one that 'apus serve' prints (default: APUS_ADN_SERVER, else an embedded "
            + "server that lives as long as the command)")
    static let token = Option(
        name: "token", value: .required("TOKEN"),
        help: "the access token (default: APUS_ADN_TOKEN, which other users of the machine cannot see; the embedded "
            + "server's default user where a token is needed)")
    static let timeout = Option(
        name: "timeout", value: .required("SECONDS"), help: "how long each request may take in all (default 30)")

    static let json = Option(
        name: "json",
        help: "print JSON as the API has it, and nothing else: a list for commands that print several posts, else one "
            + "object")
    static let log = Option(
        name: "log", value: .optional("LEVEL"),
        help: "log each call on standard error; LEVEL is info (default), debug (every exchange, with header fields) or "
            + "error (failed calls)")
    static let curl = Option(
        name: "curl",
        help:
            "print the equivalent curl command instead of sending the request; the token stands as $APUS_ADN_TOKEN, and "
            + "without --server the address is App.net's own")

    static let count = Option(
        name: "count", short: "n", value: .required("N"),
        help: "at most N posts (default 20); above 200, which is the most one request gives, several requests are made")
    static let before = Option(
        name: "before", value: .required("ID"), help: "only posts older than that one")
    static let since = Option(
        name: "since", value: .required("ID"), help: "only posts newer than that one")

    static let undo = Option(name: "undo", help: "take it back")
}

extension OptionGroup {
    static let connection = OptionGroup(title: "Connection", options: [.server, .token, .timeout])
    static let output = OptionGroup(title: "Output", options: [.json, .log, .curl])
    static let paging = OptionGroup(title: "Paging", options: [.count, .before, .since])
}
