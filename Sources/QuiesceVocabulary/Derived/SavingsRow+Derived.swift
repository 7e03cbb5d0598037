// Derived from Savings/SavingsRow.swift by scripts/derive. Change that, and run it.
// sha256 97e257fd5f1cab11

extension SavingsRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("awakeCPUSecondsPerSecond", awakeCPUSecondsPerSecond)
        sink.field("awakeWakeUpsPerSecond", awakeWakeUpsPerSecond)
        sink.field("cpuSavedSeconds", cpuSavedSeconds)
        sink.field("cpuTakenSeconds", cpuTakenSeconds)
        sink.field("frozenSeconds", frozenSeconds)
        sink.field("measuredAtStart", measuredAtStart, unless: false)
        sink.field("measuredSeconds", measuredSeconds)
        sink.field("measuredStretches", measuredStretches)
        sink.field("outOfSightSeconds", outOfSightSeconds)
        sink.field("since", since)
        sink.field("swappedBytes", swappedBytes)
        sink.field("wakeUpsSaved", wakeUpsSaved)
        sink.field("wakeUpsTaken", wakeUpsTaken)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        since = try fields.read("since")
        outOfSightSeconds = try fields.read("outOfSightSeconds")
        frozenSeconds = try fields.read("frozenSeconds")
        cpuTakenSeconds = try fields.read("cpuTakenSeconds")
        wakeUpsTaken = try fields.read("wakeUpsTaken")
        cpuSavedSeconds = try fields.readIfPresent("cpuSavedSeconds")
        wakeUpsSaved = try fields.readIfPresent("wakeUpsSaved")
        awakeCPUSecondsPerSecond = try fields.readIfPresent("awakeCPUSecondsPerSecond")
        awakeWakeUpsPerSecond = try fields.readIfPresent("awakeWakeUpsPerSecond")
        measuredSeconds = try fields.read("measuredSeconds")
        measuredStretches = try fields.read("measuredStretches")
        measuredAtStart = try fields.read("measuredAtStart", or: false)
        swappedBytes = try fields.readIfPresent("swappedBytes")
    }
}
