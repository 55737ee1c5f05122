/// An answer that is one page of several and knows which endpoint gives the next.
public protocol PagedOutput: Sendable {
    /// The endpoint of the page after this one, given the one that produced it; nil on the last page.
    func nextPage(of endpoint: Endpoint<Self>) -> Endpoint<Self>?
}
