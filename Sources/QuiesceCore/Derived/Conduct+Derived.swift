// Derived from Conduct/Conduct.swift by scripts/derive. Change that, and run it.
// sha256 2b6793ae5c7bbd6f

extension Conduct: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("stay", stay)
        sink.field("stays", stays)
        sink.field("heldLocks", heldLocks)
        sink.field("hidesPorts", hidesPorts)
        sink.field("isBehind", isBehind)
        sink.field("isPagedOut", isPagedOut)
        sink.field("portsTold", portsTold)
        sink.field("gpuTold", gpuTold)
    }

    init(fields: JSONObject) throws(JSONError) {
        stay = try fields.readIfPresent("stay")
        stays = try fields.read("stays")
        heldLocks = try fields.read("heldLocks")
        hidesPorts = try fields.read("hidesPorts")
        isBehind = try fields.read("isBehind")
        isPagedOut = try fields.read("isPagedOut")
        portsTold = try fields.read("portsTold")
        gpuTold = try fields.read("gpuTold")
    }
}

extension Conduct.Stay: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("number", number)
        sink.field("lookAt", lookAt)
        sink.field("isAsked", isAsked)
        sink.field("start", start)
        sink.field("gpu", gpu)
        sink.field("isThrottled", isThrottled)
        sink.field("percent", percent)
    }

    init(fields: JSONObject) throws(JSONError) {
        number = try fields.read("number")
        lookAt = try fields.read("lookAt")
        isAsked = try fields.read("isAsked")
        start = try fields.readIfPresent("start")
        gpu = try fields.readIfPresent("gpu")
        isThrottled = try fields.read("isThrottled")
        percent = try fields.readIfPresent("percent")
    }
}

extension Conduct.Stay.Reading: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("at", at)
        sink.field("cpu", cpu)
    }

    init(fields: JSONObject) throws(JSONError) {
        at = try fields.read("at")
        cpu = try fields.read("cpu")
    }
}
