/// What a route answers when it succeeds.
enum Answer: Sendable {
    /// An envelope.
    case json([UInt8])
    /// 302 to a URL.
    case redirect(String)

    /// An envelope around one thing.
    static func data(_ write: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter(capacity: 4096)
        json.raw(#"{"meta":{"code":200},"data":"#)
        write(&json)
        json.raw("}")
        return .json(json.bytes)
    }

    /// An envelope around a page, with the marker's name and state where the list has one.
    static func page<Item>(
        _ page: Page<Item>, marker: (name: String, value: Marker?)? = nil,
        _ write: (inout JSONWriter, Item) -> Void
    ) -> Answer {
        var json = JSONWriter(capacity: 256 + page.items.count * 3_072)
        json.raw(#"{"meta":{"code":200"#)
        if let bounds = page.bounds {
            json.raw(#","max_id":"#)
            json.id(bounds.upperBound)
            json.raw(#","min_id":"#)
            json.id(bounds.lowerBound)
        }
        json.raw(#","more":"#)
        json.bool(page.hasMore)
        if let marker {
            json.raw(#","marker":"#)
            json.marker(marker.name, marker.value)
        }
        json.raw(#"},"data":"#)
        json.list(page.items, write)
        json.raw("}")
        return .json(json.bytes)
    }
}
