/// An app: what posts name as their source and tokens belong to.
struct Application: Sendable, Hashable {
    var name: String
    var link: String
    var clientID: String
}
