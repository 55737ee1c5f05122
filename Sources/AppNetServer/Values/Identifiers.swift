/// A user's number. One id space for each kind of object.
typealias UserID = Int

/// A post's number; posts sort by it.
typealias PostID = Int
