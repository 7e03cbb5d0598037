// Derived from Input/InputQueue.swift by scripts/derive. Change that, and run it.
// sha256 ce6ca43cda553d08

extension InputQueue: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("waiting", waiting)
        sink.field("touch", touch)
        sink.field("sentTouch", sentTouch)
        sink.field("answeredAt", answeredAt)
        sink.field("isUnresponsive", isUnresponsive)
    }

    init(fields: JSONObject) throws(JSONError) {
        waiting = try fields.read("waiting")
        touch = try fields.readIfPresent("touch")
        sentTouch = try fields.readIfPresent("sentTouch")
        answeredAt = try fields.read("answeredAt")
        isUnresponsive = try fields.read("isUnresponsive")
    }
}
