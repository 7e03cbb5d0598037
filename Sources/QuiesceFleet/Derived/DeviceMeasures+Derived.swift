// Derived from DeviceMeasures.swift by scripts/derive. Change that, and run it.
// sha256 1e344ca3fbf0f945

import QuiesceCore
import QuiesceVocabulary

extension DeviceMeasures: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("span", span)
        sink.field("wakeUps", wakeUps)
        sink.field("background", background)
        sink.field("opens", opens)
        sink.field("freshOpens", freshOpens)
        sink.field("pushes", pushes)
        sink.field("handedPushes", handedPushes)
        sink.field("pushDelay", pushDelay)
        sink.field("cutTasks", cutTasks)
        sink.field("kills", kills)
        sink.field("bytes", bytes)
        sink.field("microjoules", microjoules)
    }

    public init(fields: JSONObject) throws(JSONError) {
        span = try fields.read("span")
        wakeUps = try fields.read("wakeUps")
        background = try fields.read("background")
        opens = try fields.read("opens")
        freshOpens = try fields.read("freshOpens")
        pushes = try fields.read("pushes")
        handedPushes = try fields.read("handedPushes")
        pushDelay = try fields.read("pushDelay")
        cutTasks = try fields.read("cutTasks")
        kills = try fields.read("kills")
        bytes = try fields.read("bytes")
        microjoules = try fields.read("microjoules")
    }
}
