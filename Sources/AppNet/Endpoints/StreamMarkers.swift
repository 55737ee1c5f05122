import ApusCore

extension Endpoint<StreamMarker> {
    /// `POST posts/marker`: says how far the caller has read in a stream. The answer is the marker.
    ///
    /// Token: user. The markers of channels are set here too.
    ///
    /// - Parameter resettingLastRead: whether ``StreamMarker/lastReadID`` may go back; it only grows otherwise.
    public static func updateMarker(_ update: MarkerUpdate, resettingLastRead: Bool? = nil) -> Self {
        .post("posts/marker", query: ["reset_read_id": resettingLastRead?.digit], json: update)
    }
}

extension Endpoint<[StreamMarker]> {
    /// `POST posts/marker`: says how far the caller has read in several streams. The answer is the markers.
    ///
    /// Token: user.
    ///
    /// - Parameter resettingLastRead: whether ``StreamMarker/lastReadID`` may go back; it only grows otherwise.
    public static func updateMarkers(_ updates: [MarkerUpdate], resettingLastRead: Bool? = nil) -> Self {
        .post("posts/marker", query: ["reset_read_id": resettingLastRead?.digit], json: updates)
    }
}
