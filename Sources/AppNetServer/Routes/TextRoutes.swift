/// The text processor and the configuration, which tells its limits.
enum TextRoutes {
    static let all = [
        Route(.post, "text/process", .any, charge: .read, process),
        Route(.get, "config", .open, charge: Route.Charge.none, configuration),
    ]

    static func process(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let text = try ProcessedText(try TextBody.input(of: call.request)) { world.userID(named: $0) }
        return .data { json in
            json.raw(#"{"text":"#)
            json.string(text.text)
            json.raw(#","html":"#)
            json.string(text.html)
            json.raw(#","entities":"#)
            json.entities(text.entities)
            json.raw("}")
        }
    }

    static func configuration(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        .data { json in
            json.raw(#"{"text":{"uri_template_length":{"post_id":9,"message_id":12}}"#)
            json.raw(#","user":{"annotation_max_bytes":8192,"text_max_length":256}"#)
            json.raw(#","file":{"annotation_max_bytes":8192}"#)
            json.raw(#","post":{"annotation_max_bytes":8192,"text_max_length":256}"#)
            json.raw(#","message":{"annotation_max_bytes":8192,"text_max_length":2048}"#)
            json.raw(#","channel":{"annotation_max_bytes":8192}}"#)
        }
    }
}
