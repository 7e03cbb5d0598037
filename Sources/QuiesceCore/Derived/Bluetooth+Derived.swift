// Derived from Bluetooth/Bluetooth.swift by scripts/derive. Change that, and run it.
// sha256 3b3a188f8374f361

extension Bluetooth: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
        sink.field("adapter", adapter, unless: AdapterState.unknown)
        sink.field("links", links, unless: [])
        sink.field("operations", operations, unless: [])
        sink.field("lastOperation", lastOperation, unless: 0)
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
        adapter = try fields.read("adapter", or: AdapterState.unknown)
        links = try fields.read("links", or: [])
        operations = try fields.read("operations", or: [])
        lastOperation = try fields.read("lastOperation", or: 0)
    }
}

extension BluetoothLink: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("peripheral", peripheral)
        sink.field("services", services)
    }

    init(fields: JSONObject) throws(JSONError) {
        peripheral = try fields.read("peripheral")
        services = try fields.readIfPresent("services")
    }
}

extension BluetoothOperation: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("app", app)
        sink.field("peripheral", peripheral)
        sink.field("kind", kind)
    }

    init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        app = try fields.read("app")
        peripheral = try fields.read("peripheral")
        kind = try fields.read("kind")
    }
}

extension BluetoothOperation.Kind: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .read(let value0):
            sink.beginCase("read", number: 0)
            sink.field("handle", value0)
        case .write(let value0):
            sink.beginCase("write", number: 1)
            sink.field("handle", value0)
        case .signal:
            sink.beginCase("signal", number: 2)
        case .discover:
            sink.beginCase("discover", number: 3)
        }
        sink.endCase()
    }

    init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("read") {
            self = .read(
                handle: try fields.read("handle"))
        } else if word.isWord("write") {
            self = .write(
                handle: try fields.read("handle"))
        } else if word.isWord("signal") {
            self = .signal
        } else if word.isWord("discover") {
            self = .discover
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
