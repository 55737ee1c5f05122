extension KnownFailure {
    /// What Foundation's URLSession on Linux cannot do, by the claim of the case; by subject in the files beside this one.
    ///
    /// A case in this list is expected to fail; one that starts to pass has to be taken out, which `make law` demands.
    package static let urlSessionOnLinux = urlSessionHeads.merging(urlSessionMessages) { first, _ in first }
        .merging(urlSessionConnections) { first, _ in first }
}
