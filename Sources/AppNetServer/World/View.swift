/// How objects are shown to a caller.
struct View: Sendable, Equatable {
    /// Whose relations `you_follow` and the like tell; nil without a user token.
    var viewer: UserID?
    var includesHTML = true
    var includesPostAnnotations = false
    var includesUserAnnotations = false
    var includesStarrers = false
    var includesReposters = false

    /// How many users `starred_by` and `reposters` show.
    static let sampleSize = 10
}
