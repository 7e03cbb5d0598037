// Derived from Motion/MotionListener.swift by scripts/derive. Change that, and run it.
// sha256 62608d78b2adb378

extension MotionListener: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("wishes", wishes, unless: [])
        sink.field("isFed", isFed, unless: true)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        wishes = try fields.read("wishes", or: [])
        isFed = try fields.read("isFed", or: true)
    }
}
