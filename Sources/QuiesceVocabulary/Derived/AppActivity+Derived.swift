// Derived from Links/AppActivity.swift by scripts/derive. Change that, and run it.
// sha256 f46f75813a48305a

extension AppActivity: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("type", type)
        sink.field("webpageURL", webpageURL)
        sink.field("userInfo", userInfo)
        sink.field("source", source)
    }

    public init(fields: JSONObject) throws(JSONError) {
        type = try fields.read("type")
        webpageURL = try fields.readIfPresent("webpageURL")
        userInfo = try fields.readIfPresent("userInfo")
        source = try fields.readIfPresent("source")
    }
}
