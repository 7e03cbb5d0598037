// Derived from Bluetooth/BluetoothClient.swift by scripts/derive. Change that, and run it.
// sha256 f30d64faa45ea3fa

extension BluetoothClient: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("isFollowed", isFollowed, unless: true)
        sink.field("managers", managers, unless: [])
        sink.field("held", held, unless: [])
        sink.field("hasLost", hasLost, unless: false)
        sink.field("told", told)
        sink.field("ration", quota, unless: BluetoothQuota())
        sink.field("waitsUntil", waitsUntil)
        sink.field("refused", refused)
        sink.field("questions", questions, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        isFollowed = try fields.read("isFollowed", or: true)
        managers = try fields.read("managers", or: [])
        held = try fields.read("held", or: [])
        hasLost = try fields.read("hasLost", or: false)
        told = try fields.readIfPresent("told")
        quota = try fields.read("ration", or: BluetoothQuota())
        waitsUntil = try fields.readIfPresent("waitsUntil")
        refused = try fields.readIfPresent("refused")
        questions = try fields.read("questions", or: [])
    }
}

extension BluetoothManager: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("role", role)
        sink.field("restores", restores, unless: false)
        sink.field("isOpen", isOpen, unless: true)
        sink.field("isUntold", isUntold, unless: false)
        sink.field("scan", scan)
        sink.field("wishes", wishes, unless: [])
        sink.field("services", services, unless: [])
        sink.field("advertisement", advertisement)
    }

    init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        role = try fields.read("role")
        restores = try fields.read("restores", or: false)
        isOpen = try fields.read("isOpen", or: true)
        isUntold = try fields.read("isUntold", or: false)
        scan = try fields.readIfPresent("scan")
        wishes = try fields.read("wishes", or: [])
        services = try fields.read("services", or: [])
        advertisement = try fields.readIfPresent("advertisement")
    }
}

extension BluetoothScan: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("services", services)
        sink.field("duplicates", duplicates)
        sink.field("seen", seen, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        services = try fields.read("services")
        duplicates = try fields.read("duplicates")
        seen = try fields.read("seen", or: [])
    }
}

extension PeripheralWish: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("name", name)
        sink.field("isConnected", isConnected, unless: false)
        sink.field("notifying", notifying, unless: [])
    }

    init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        name = try fields.readIfPresent("name")
        isConnected = try fields.read("isConnected", or: false)
        notifying = try fields.read("notifying", or: [])
    }
}

extension BluetoothQuota: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("taken", taken, unless: 0)
        sink.field("since", since)
    }

    init(fields: JSONObject) throws(JSONError) {
        taken = try fields.read("taken", or: 0)
        since = try fields.readIfPresent("since")
    }
}

extension BluetoothFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("managers", managers)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        managers = try fields.read("managers")
    }
}

extension BluetoothManagerFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("role", role)
        sink.field("scan", scan)
        sink.field("peripherals", peripherals, unless: [])
        sink.field("services", services, unless: [])
        sink.field("advertisement", advertisement)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.read("name")
        role = try fields.read("role")
        scan = try fields.readIfPresent("scan")
        peripherals = try fields.read("peripherals", or: [])
        services = try fields.read("services", or: [])
        advertisement = try fields.readIfPresent("advertisement")
    }
}
