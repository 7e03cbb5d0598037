// Derived from System/Reaction.swift by scripts/derive. Change that, and run it.
// sha256 89e5d4c482bbb352

extension Reaction: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("effects", effects)
        sink.field("changes", changes)
        sink.field("promises", promises)
        sink.field("decisions", decisions)
    }
}

extension Change: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .record(let value0):
            sink.beginCase("record", number: 0)
            sink.field("_0", value0)
        case .dropPayload(let value0):
            sink.beginCase("dropPayload", number: 1)
            sink.field("_0", value0)
        }
        sink.endCase()
    }
}

extension Promise: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .answer(let value0):
            sink.beginCase("answer", number: 0)
            sink.field("_0", value0)
        case .ack(let value0, let value1, let value2):
            sink.beginCase("ack", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
        case .remove(let value0):
            sink.beginCase("remove", number: 2)
            sink.field("_0", value0)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 3)
            sink.field("_0", value0)
        case .push(let value0):
            sink.beginCase("push", number: 4)
            sink.field("_0", value0)
        }
        sink.endCase()
    }
}
