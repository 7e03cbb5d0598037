// Derived from Bluetooth/BluetoothEvent.swift by scripts/derive. Change that, and run it.
// sha256 dcbec446f5ec0326

extension BluetoothEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .adapter(let value0):
            sink.beginCase("adapter", number: 1)
            sink.field("_0", value0)
        case .reported(let value0):
            sink.beginCase("reported", number: 2)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("adapter") {
            self = .adapter(
                try fields.read("_0"))
        } else if word.isWord("reported") {
            self = .reported(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension BluetoothReport: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .present(let value0):
            sink.beginCase("present", number: 0)
            sink.field("_0", value0)
        case .discovered(let value0, let value1, let value2):
            sink.beginCase("discovered", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("signal", value2)
        case .connected(let value0):
            sink.beginCase("connected", number: 2)
            sink.field("_0", value0)
        case .connectFailed(let value0, let value1):
            sink.beginCase("connectFailed", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .disconnected(let value0, let value1):
            sink.beginCase("disconnected", number: 4)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .services(let value0, let value1):
            sink.beginCase("services", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .value(let value0, let value1, let value2):
            sink.beginCase("value", number: 6)
            sink.field("_0", value0)
            sink.field("handle", value1)
            sink.field("_2", value2)
        case .notifies(let value0, let value1, let value2, let value3):
            sink.beginCase("notifies", number: 7)
            sink.field("_0", value0)
            sink.field("handle", value1)
            sink.field("isOn", value2)
            sink.field("_3", value3)
        case .done(let value0, let value1):
            sink.beginCase("done", number: 8)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .published(let value0, let value1, let value2, let value3):
            sink.beginCase("published", number: 9)
            sink.field("_0", value0)
            sink.field("manager", value1)
            sink.field("service", value2)
            sink.field("_3", value3)
        case .advertising(let value0, let value1, let value2):
            sink.beginCase("advertising", number: 10)
            sink.field("_0", value0)
            sink.field("manager", value1)
            sink.field("_2", value2)
        case .question(
            let value0, let value1, let value2, let value3, let value4, let value5, let value6):
            sink.beginCase("question", number: 11)
            sink.field("_0", value0)
            sink.field("manager", value1)
            sink.field("call", value2)
            sink.field("central", value3)
            sink.field("_4", value4)
            sink.field("offset", value5)
            sink.field("value", value6)
        case .subscribed(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("subscribed", number: 12)
            sink.field("_0", value0)
            sink.field("manager", value1)
            sink.field("central", value2)
            sink.field("_3", value3)
            sink.field("isOn", value4)
        case .ready(let value0, let value1):
            sink.beginCase("ready", number: 13)
            sink.field("_0", value0)
            sink.field("manager", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("present") {
            self = .present(
                try fields.read("_0"))
        } else if word.isWord("discovered") {
            self = .discovered(
                try fields.read("_0"),
                try fields.read("_1"),
                signal: try fields.read("signal"))
        } else if word.isWord("connected") {
            self = .connected(
                try fields.read("_0"))
        } else if word.isWord("connectFailed") {
            self = .connectFailed(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("disconnected") {
            self = .disconnected(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("services") {
            self = .services(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("value") {
            self = .value(
                try fields.read("_0"),
                handle: try fields.read("handle"),
                try fields.read("_2"))
        } else if word.isWord("notifies") {
            self = .notifies(
                try fields.read("_0"),
                handle: try fields.read("handle"),
                isOn: try fields.read("isOn"),
                try fields.readIfPresent("_3"))
        } else if word.isWord("done") {
            self = .done(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("published") {
            self = .published(
                try fields.read("_0"),
                manager: try fields.read("manager"),
                service: try fields.read("service"),
                try fields.readIfPresent("_3"))
        } else if word.isWord("advertising") {
            self = .advertising(
                try fields.read("_0"),
                manager: try fields.read("manager"),
                try fields.readIfPresent("_2"))
        } else if word.isWord("question") {
            self = .question(
                try fields.read("_0"),
                manager: try fields.read("manager"),
                call: try fields.read("call"),
                central: try fields.read("central"),
                try fields.read("_4"),
                offset: try fields.read("offset"),
                value: try fields.readIfPresent("value"))
        } else if word.isWord("subscribed") {
            self = .subscribed(
                try fields.read("_0"),
                manager: try fields.read("manager"),
                central: try fields.read("central"),
                try fields.read("_3"),
                isOn: try fields.read("isOn"))
        } else if word.isWord("ready") {
            self = .ready(
                try fields.read("_0"),
                manager: try fields.read("manager"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension BluetoothOutcome: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .value(let value0):
            sink.beginCase("value", number: 0)
            sink.field("_0", value0)
        case .written:
            sink.beginCase("written", number: 1)
        case .signal(let value0):
            sink.beginCase("signal", number: 2)
            sink.field("_0", value0)
        case .failed(let value0):
            sink.beginCase("failed", number: 3)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("value") {
            self = .value(
                try fields.read("_0"))
        } else if word.isWord("written") {
            self = .written
        } else if word.isWord("signal") {
            self = .signal(
                try fields.read("_0"))
        } else if word.isWord("failed") {
            self = .failed(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension BluetoothEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .tell(let value0, let value1, let value2):
            sink.beginCase("tell", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .perform(let value0):
            sink.beginCase("perform", number: 1)
            sink.field("_0", value0)
        }
        sink.endCase()
    }
}

extension BluetoothCommand: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .read(let value0, let value1, let value2):
            sink.beginCase("read", number: 0)
            sink.field("operation", value0)
            sink.field("peripheral", value1)
            sink.field("handle", value2)
        case .write(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("write", number: 1)
            sink.field("operation", value0)
            sink.field("peripheral", value1)
            sink.field("handle", value2)
            sink.field("value", value3)
            sink.field("isAcknowledged", value4)
        case .readSignal(let value0, let value1):
            sink.beginCase("readSignal", number: 2)
            sink.field("operation", value0)
            sink.field("peripheral", value1)
        case .update(let value0, let value1, let value2, let value3):
            sink.beginCase("update", number: 3)
            sink.field("_0", value0)
            sink.field("manager", value1)
            sink.field("_2", value2)
            sink.field("value", value3)
        case .respond(let value0, let value1, let value2):
            sink.beginCase("respond", number: 4)
            sink.field("call", value0)
            sink.field("code", value1)
            sink.field("value", value2)
        }
        sink.endCase()
    }
}

extension BluetoothCall: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("wake", wake)
        sink.field("news", news)
    }

    public init(fields: JSONObject) throws(JSONError) {
        wake = try fields.readIfPresent("wake")
        news = try fields.read("news")
    }
}
