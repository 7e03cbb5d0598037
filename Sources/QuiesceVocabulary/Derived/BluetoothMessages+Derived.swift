// Derived from Bluetooth/BluetoothMessages.swift by scripts/derive. Change that, and run it.
// sha256 6f140d11f12226c3

extension BluetoothRole: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .central: sink.word("central", number: 0)
        case .peripheral: sink.word("peripheral", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension BluetoothRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .open(let value0, let value1, let value2):
            sink.word("open", number: 0, at: "action")
            sink.field("manager", value0)
            sink.field("role", value1)
            sink.field("restores", value2, unless: false)
        case .close(let value0, let value1):
            sink.word("close", number: 1, at: "action")
            sink.field("manager", value0)
            sink.field("role", value1)
        case .scan(let value0, let value1, let value2):
            sink.word("scan", number: 2, at: "action")
            sink.field("manager", value0)
            sink.field("services", value1)
            sink.field("duplicates", value2, unless: false)
        case .stopScan(let value0):
            sink.word("stopScan", number: 3, at: "action")
            sink.field("manager", value0)
        case .connect(let value0, let value1):
            sink.word("connect", number: 4, at: "action")
            sink.field("manager", value0)
            sink.field("peripheral", value1)
        case .disconnect(let value0, let value1):
            sink.word("disconnect", number: 5, at: "action")
            sink.field("manager", value0)
            sink.field("peripheral", value1)
        case .discover(let value0):
            sink.word("discover", number: 6, at: "action")
            sink.field("peripheral", value0)
        case .read(let value0, let value1):
            sink.word("read", number: 7, at: "action")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
        case .write(let value0, let value1, let value2, let value3):
            sink.word("write", number: 8, at: "action")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("value", value2)
            sink.field("acknowledged", value3)
        case .notify(let value0, let value1, let value2):
            sink.word("notify", number: 9, at: "action")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("isOn", value2)
        case .readSignal(let value0):
            sink.word("readSignal", number: 10, at: "action")
            sink.field("peripheral", value0)
        case .publish(let value0, let value1):
            sink.word("publish", number: 11, at: "action")
            sink.field("manager", value0)
            sink.field("service", value1)
        case .unpublish(let value0, let value1):
            sink.word("unpublish", number: 12, at: "action")
            sink.field("manager", value0)
            sink.field("service", value1)
        case .advertise(let value0, let value1):
            sink.word("advertise", number: 13, at: "action")
            sink.field("manager", value0)
            sink.field("advertise", value1)
        case .stopAdvertising(let value0):
            sink.word("stopAdvertising", number: 14, at: "action")
            sink.field("manager", value0)
        case .update(let value0, let value1, let value2):
            sink.word("update", number: 15, at: "action")
            sink.field("manager", value0)
            sink.field("path", value1)
            sink.field("value", value2)
        case .respond(let value0, let value1, let value2):
            sink.word("respond", number: 16, at: "action")
            sink.field("call", value0)
            sink.field("code", value1)
            sink.field("value", value2)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "open":
            self = .open(
                manager: try fields.read("manager"),
                role: try fields.read("role"),
                restores: try fields.read("restores", or: false))
        case "close":
            self = .close(
                manager: try fields.read("manager"),
                role: try fields.read("role"))
        case "scan":
            self = .scan(
                manager: try fields.read("manager"),
                services: try fields.read("services"),
                duplicates: try fields.read("duplicates", or: false))
        case "stopScan":
            self = .stopScan(
                manager: try fields.read("manager"))
        case "connect":
            self = .connect(
                manager: try fields.read("manager"),
                peripheral: try fields.read("peripheral"))
        case "disconnect":
            self = .disconnect(
                manager: try fields.read("manager"),
                peripheral: try fields.read("peripheral"))
        case "discover":
            self = .discover(
                peripheral: try fields.read("peripheral"))
        case "read":
            self = .read(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"))
        case "write":
            self = .write(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                value: try fields.read("value"),
                isAcknowledged: try fields.read("acknowledged"))
        case "notify":
            self = .notify(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                isOn: try fields.read("isOn"))
        case "readSignal":
            self = .readSignal(
                peripheral: try fields.read("peripheral"))
        case "publish":
            self = .publish(
                manager: try fields.read("manager"),
                service: try fields.read("service"))
        case "unpublish":
            self = .unpublish(
                manager: try fields.read("manager"),
                service: try fields.read("service"))
        case "advertise":
            self = .advertise(
                manager: try fields.read("manager"),
                try fields.read("advertise"))
        case "stopAdvertising":
            self = .stopAdvertising(
                manager: try fields.read("manager"))
        case "update":
            self = .update(
                manager: try fields.read("manager"),
                path: try fields.read("path"),
                value: try fields.read("value"))
        case "respond":
            self = .respond(
                call: try fields.read("call"),
                code: try fields.read("code"),
                value: try fields.readIfPresent("value"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = [
        "open", "close", "scan", "stopScan", "connect", "disconnect", "discover", "read", "write",
        "notify", "readSignal", "publish", "unpublish", "advertise", "stopAdvertising", "update",
        "respond",
    ]
}

extension BluetoothFailure: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .notConnected: sink.word("notConnected", number: 0)
        case .lost: sink.word("lost", number: 1)
        case .timeout: sink.word("timeout", number: 2)
        case .failed: sink.word("failed", number: 3)
        case .notPermitted: sink.word("notPermitted", number: 4)
        case .notSupported: sink.word("notSupported", number: 5)
        case .notAllowed: sink.word("notAllowed", number: 6)
        case .tooMany: sink.word("tooMany", number: 7)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension BluetoothUpdate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .adapter(let value0):
            sink.word("adapter", number: 0, at: "kind")
            sink.field("adapter", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "adapter":
            self = .adapter(
                try fields.read("adapter"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["adapter"]
}

extension KnownPeripheral: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("name", name)
        sink.field("isConnected", isConnected, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        name = try fields.readIfPresent("name")
        isConnected = try fields.read("isConnected", or: false)
    }
}

extension RestoredManager: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("peripherals", peripherals, unless: [])
        sink.field("scan", scan)
        sink.field("services", services, unless: [])
        sink.field("advertisement", advertisement)
    }

    public init(fields: JSONObject) throws(JSONError) {
        peripherals = try fields.read("peripherals", or: [])
        scan = try fields.readIfPresent("scan")
        services = try fields.read("services", or: [])
        advertisement = try fields.readIfPresent("advertisement")
    }
}

extension RestoredPeripheral: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        peripheral.describeFields(to: &sink)
        sink.field("services", services, unless: [])
        sink.field("notifying", notifying, unless: [])
    }

    public init(fields: JSONObject) throws(JSONError) {
        peripheral = try .init(fields: fields)
        services = try fields.read("services", or: [])
        notifying = try fields.read("notifying", or: [])
    }
}

extension BluetoothNews: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .opened(let value0, let value1):
            sink.word("opened", number: 0, at: "kind")
            sink.field("manager", value0)
            sink.field("role", value1)
        case .restored(let value0, let value1, let value2):
            sink.word("restored", number: 1, at: "kind")
            sink.field("manager", value0)
            sink.field("role", value1)
            sink.field("restored", value2)
        case .discovered(let value0, let value1, let value2, let value3):
            sink.word("discovered", number: 2, at: "kind")
            sink.field("manager", value0)
            sink.field("peripheral", value1)
            sink.field("discovered", value2)
            sink.field("signal", value3)
        case .connected(let value0, let value1):
            sink.word("connected", number: 3, at: "kind")
            sink.field("peripheral", value0)
            sink.field("name", value1)
        case .connectFailed(let value0, let value1):
            sink.word("connectFailed", number: 4, at: "kind")
            sink.field("peripheral", value0)
            sink.field("failure", value1)
        case .disconnected(let value0, let value1):
            sink.word("disconnected", number: 5, at: "kind")
            sink.field("peripheral", value0)
            sink.field("failure", value1)
        case .services(let value0, let value1, let value2):
            sink.word("services", number: 6, at: "kind")
            sink.field("peripheral", value0)
            sink.field("services", value1)
            sink.field("failure", value2)
        case .value(let value0, let value1, let value2):
            sink.word("value", number: 7, at: "kind")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("value", value2)
        case .readFailed(let value0, let value1, let value2):
            sink.word("readFailed", number: 8, at: "kind")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("failure", value2)
        case .written(let value0, let value1, let value2):
            sink.word("written", number: 9, at: "kind")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("failure", value2)
        case .notifies(let value0, let value1, let value2, let value3):
            sink.word("notifies", number: 10, at: "kind")
            sink.field("peripheral", value0)
            sink.field("handle", value1)
            sink.field("on", value2)
            sink.field("failure", value3)
        case .signal(let value0, let value1, let value2):
            sink.word("signal", number: 11, at: "kind")
            sink.field("peripheral", value0)
            sink.field("signal", value1)
            sink.field("failure", value2)
        case .published(let value0, let value1, let value2):
            sink.word("published", number: 12, at: "kind")
            sink.field("manager", value0)
            sink.field("service", value1)
            sink.field("failure", value2)
        case .advertising(let value0, let value1):
            sink.word("advertising", number: 13, at: "kind")
            sink.field("manager", value0)
            sink.field("failure", value1)
        case .asked(let value0, let value1, let value2, let value3, let value4, let value5):
            sink.word("asked", number: 14, at: "kind")
            sink.field("manager", value0)
            sink.field("call", value1)
            sink.field("central", value2)
            sink.field("path", value3)
            sink.field("offset", value4)
            sink.field("value", value5)
        case .subscribed(let value0, let value1, let value2, let value3):
            sink.word("subscribed", number: 15, at: "kind")
            sink.field("manager", value0)
            sink.field("central", value1)
            sink.field("path", value2)
            sink.field("on", value3)
        case .ready(let value0):
            sink.word("ready", number: 16, at: "kind")
            sink.field("manager", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "opened":
            self = .opened(
                manager: try fields.read("manager"),
                role: try fields.read("role"))
        case "restored":
            self = .restored(
                manager: try fields.read("manager"),
                role: try fields.read("role"),
                try fields.read("restored"))
        case "discovered":
            self = .discovered(
                manager: try fields.read("manager"),
                peripheral: try fields.read("peripheral"),
                try fields.read("discovered"),
                signal: try fields.read("signal"))
        case "connected":
            self = .connected(
                peripheral: try fields.read("peripheral"),
                name: try fields.readIfPresent("name"))
        case "connectFailed":
            self = .connectFailed(
                peripheral: try fields.read("peripheral"),
                failure: try fields.read("failure"))
        case "disconnected":
            self = .disconnected(
                peripheral: try fields.read("peripheral"),
                failure: try fields.readIfPresent("failure"))
        case "services":
            self = .services(
                peripheral: try fields.read("peripheral"),
                try fields.read("services"),
                failure: try fields.readIfPresent("failure"))
        case "value":
            self = .value(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                value: try fields.read("value"))
        case "readFailed":
            self = .readFailed(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                failure: try fields.read("failure"))
        case "written":
            self = .written(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                failure: try fields.readIfPresent("failure"))
        case "notifies":
            self = .notifies(
                peripheral: try fields.read("peripheral"),
                handle: try fields.read("handle"),
                isOn: try fields.read("on"),
                failure: try fields.readIfPresent("failure"))
        case "signal":
            self = .signal(
                peripheral: try fields.read("peripheral"),
                signal: try fields.readIfPresent("signal"),
                failure: try fields.readIfPresent("failure"))
        case "published":
            self = .published(
                manager: try fields.read("manager"),
                service: try fields.read("service"),
                failure: try fields.readIfPresent("failure"))
        case "advertising":
            self = .advertising(
                manager: try fields.read("manager"),
                failure: try fields.readIfPresent("failure"))
        case "asked":
            self = .asked(
                manager: try fields.read("manager"),
                call: try fields.read("call"),
                central: try fields.read("central"),
                path: try fields.read("path"),
                offset: try fields.read("offset"),
                value: try fields.readIfPresent("value"))
        case "subscribed":
            self = .subscribed(
                manager: try fields.read("manager"),
                central: try fields.read("central"),
                path: try fields.read("path"),
                isOn: try fields.read("on"))
        case "ready":
            self = .ready(
                manager: try fields.read("manager"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = [
        "opened", "restored", "discovered", "connected", "connectFailed", "disconnected",
        "services", "value", "readFailed", "written", "notifies", "signal", "published",
        "advertising", "asked", "subscribed", "ready",
    ]
}
