// Derived from System/Effect.swift by scripts/derive. Change that, and run it.
// sha256 37666e9376572e5d

extension Effect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .spawn(let value0, let value1, let value2):
            sink.beginCase("spawn", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("arguments", value2)
        case .freeze(let value0, let value1, let value2):
            sink.beginCase("freeze", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("freeze", value2)
        case .thaw(let value0, let value1):
            sink.beginCase("thaw", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .kill(let value0, let value1):
            sink.beginCase("kill", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .examine(let value0, let value1, let value2):
            sink.beginCase("examine", number: 4)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .restrain(let value0, let value1, let value2):
            sink.beginCase("restrain", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .welcome(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("welcome", number: 6)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("lastRequest", value2)
            sink.field("device", value3)
            sink.field("permissions", value4)
        case .send(let value0, let value1, let value2, let value3):
            sink.beginCase("send", number: 7)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("redelivered", value3)
        case .ack(let value0, let value1, let value2):
            sink.beginCase("ack", number: 8)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
        case .tellBackgroundTime(let value0, let value1, let value2, let value3):
            sink.beginCase("tellBackgroundTime", number: 9)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("deadline", value2)
            sink.field("isOver", value3, unless: false)
        case .takeSnapshot(let value0, let value1):
            sink.beginCase("takeSnapshot", number: 10)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .activate(let value0, let value1):
            sink.beginCase("activate", number: 11)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .discard(let value0):
            sink.beginCase("discard", number: 12)
            sink.field("_0", value0)
        case .uninstall(let value0):
            sink.beginCase("uninstall", number: 13)
            sink.field("_0", value0)
        case .answer(let value0, let value1):
            sink.beginCase("answer", number: 14)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .arm(let value0):
            sink.beginCase("arm", number: 15)
            sink.field("at", value0)
        case .protectData(let value0):
            sink.beginCase("protectData", number: 16)
            sink.field("_0", value0)
        case .keepAwake(let value0):
            sink.beginCase("keepAwake", number: 17)
            sink.field("_0", value0)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 18)
            sink.field("_0", value0)
        case .notification(let value0):
            sink.beginCase("notification", number: 19)
            sink.field("_0", value0)
        case .location(let value0):
            sink.beginCase("location", number: 20)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 21)
            sink.field("_0", value0)
        case .voip(let value0):
            sink.beginCase("voip", number: 22)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 23)
            sink.field("_0", value0)
        case .stopped:
            sink.beginCase("stopped", number: 24)
        case .accessory(let value0):
            sink.beginCase("accessory", number: 25)
            sink.field("_0", value0)
        }
        sink.endCase()
    }
}

extension Answer: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .done:
            sink.beginCase("done", number: 0)
        case .refused(let value0):
            sink.beginCase("refused", number: 1)
            sink.field("_0", value0)
        }
        sink.endCase()
    }
}
