extension Entities.Mention {
    /// The part of the text that is the mention; nil if the text ends before it does, or there is no text.
    public func range(in text: String) -> Range<String.Index>? {
        guard let position, let length else { return nil }
        return text.range(ofScalars: length, from: position)
    }
}

extension Entities.Hashtag {
    /// The part of the text that is the hashtag; nil if the text ends before it does.
    public func range(in text: String) -> Range<String.Index>? { text.range(ofScalars: length, from: position) }
}

extension Entities.Link {
    /// The part of the text that is the link; nil if the text ends before it does.
    public func range(in text: String) -> Range<String.Index>? { text.range(ofScalars: length, from: position) }
}

extension String {
    fileprivate func range(ofScalars length: Int, from position: Int) -> Range<String.Index>? {
        guard position >= 0, length >= 0,
            let start = unicodeScalars.index(startIndex, offsetBy: position, limitedBy: endIndex),
            let end = unicodeScalars.index(start, offsetBy: length, limitedBy: endIndex)
        else { return nil }
        return start..<end
    }
}
