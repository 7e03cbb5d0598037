// Derived from Thaw/Thaw+Traffic.swift by scripts/derive. Change that, and run it.
// sha256 9c56d8a36df2ecfe

extension ProgramTraffic: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("patience", patience, unless: Limits.trafficPatience)
        sink.field("sleep", sleep, unless: Limits.trafficSleep)
        sink.field("began", began)
        sink.field("hasData", hasData, unless: false)
        sink.field("isAlone", isAlone, unless: false)
        sink.field("until", until)
        sink.field("trial", trial, unless: AwakeTrial())
    }

    init(fields: JSONObject) throws(JSONError) {
        patience = try fields.read("patience", or: Limits.trafficPatience)
        sleep = try fields.read("sleep", or: Limits.trafficSleep)
        began = try fields.readIfPresent("began")
        hasData = try fields.read("hasData", or: false)
        isAlone = try fields.read("isAlone", or: false)
        until = try fields.readIfPresent("until")
        trial = try fields.read("trial", or: AwakeTrial())
    }
}
