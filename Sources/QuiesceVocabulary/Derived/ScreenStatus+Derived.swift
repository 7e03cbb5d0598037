// Derived from Tools/ScreenStatus.swift by scripts/derive. Change that, and run it.
// sha256 c2aef25ffb818ebd

extension ScreenStatus: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("alert", alert, unless: false)
        sink.field("batteryPercent", batteryPercent)
        sink.field("batteryState", batteryState)
        sink.field("call", call)
        sink.field("locale", locale)
        sink.field("location", location, unless: false)
        sink.field("lowPowerMode", lowPowerMode, unless: false)
        sink.field("network", network)
        sink.field("notificationCenter", notificationCenter, unless: false)
        sink.field("orientation", orientation)
        sink.field("recording", recording, unless: false)
        sink.field("size", size)
        sink.field("thermalState", thermalState)
        sink.field("timeZone", timeZone)
        sink.field("typed", typed, unless: 0)
    }

    public init(fields: JSONObject) throws(JSONError) {
        orientation = try fields.read("orientation")
        batteryPercent = try fields.readIfPresent("batteryPercent")
        batteryState = try fields.read("batteryState")
        network = try fields.readIfPresent("network")
        locale = try fields.readIfPresent("locale")
        timeZone = try fields.readIfPresent("timeZone")
        lowPowerMode = try fields.read("lowPowerMode", or: false)
        thermalState = try fields.readIfPresent("thermalState")
        call = try fields.readIfPresent("call")
        alert = try fields.read("alert", or: false)
        notificationCenter = try fields.read("notificationCenter", or: false)
        location = try fields.read("location", or: false)
        recording = try fields.read("recording", or: false)
        typed = try fields.read("typed", or: 0)
        size = try fields.readIfPresent("size")
    }
}
