// Derived from Tools/ProcessRow.swift by scripts/derive. Change that, and run it.
// sha256 a72b4b965d261504

extension ProcessRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("ending", ending)
        sink.field("id", id)
        sink.field("launch", launch)
        sink.field("memoryBytes", memoryBytes)
        sink.field("pid", pid)
        sink.field("reason", reason)
        sink.field("since", since)
        sink.field("snapshot", snapshot)
        sink.field("snapshotTaken", snapshotTaken)
        sink.field("state", state)
        sink.field("tasks", tasks)
        sink.field("unresponsive", unresponsive)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        state = try fields.read("state")
        pid = try fields.readIfPresent("pid")
        launch = try fields.read("launch")
        since = try fields.read("since")
        reason = try fields.read("reason")
        tasks = try fields.read("tasks")
        memoryBytes = try fields.readIfPresent("memoryBytes")
        unresponsive = try fields.readIfPresent("unresponsive")
        ending = try fields.readIfPresent("ending")
        snapshot = try fields.readIfPresent("snapshot")
        snapshotTaken = try fields.readIfPresent("snapshotTaken")
    }
}
