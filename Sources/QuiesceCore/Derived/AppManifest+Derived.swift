// Derived from Identity/AppManifest.swift by scripts/derive. Change that, and run it.
// sha256 541dd23d8e46aac8

extension AppManifest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("name", name)
        sink.field("version", version)
        sink.field("executable", executable)
        sink.field("backgroundModes", backgroundModes)
        sink.field("unknownBackgroundModes", unknownBackgroundModes)
        sink.field("exitsOnSuspend", exitsOnSuspend)
        sink.field("builtForMajorVersion", builtForMajorVersion)
        sink.field("groups", groups, unless: [])
        sink.field("taskIdentifiers", taskIdentifiers, unless: [])
        sink.field("isHosted", isHosted, unless: false)
        sink.field("accessoryProtocols", accessoryProtocols, unless: [])
        sink.field("urlSchemes", urlSchemes, unless: [])
        sink.field("linkDomains", linkDomains, unless: [])
        sink.field("activityTypes", activityTypes, unless: [])
        sink.field("thaw", thaw)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        name = try fields.read("name")
        version = try fields.read("version")
        executable = try fields.read("executable")
        backgroundModes = try fields.read("backgroundModes")
        unknownBackgroundModes = try fields.read("unknownBackgroundModes")
        exitsOnSuspend = try fields.read("exitsOnSuspend")
        builtForMajorVersion = try fields.readIfPresent("builtForMajorVersion")
        groups = try fields.read("groups", or: [])
        taskIdentifiers = try fields.read("taskIdentifiers", or: [])
        isHosted = try fields.read("isHosted", or: false)
        accessoryProtocols = try fields.read("accessoryProtocols", or: [])
        urlSchemes = try fields.read("urlSchemes", or: [])
        linkDomains = try fields.read("linkDomains", or: [])
        activityTypes = try fields.read("activityTypes", or: [])
        thaw = try fields.readIfPresent("thaw")
    }
}

extension BackgroundMode: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .audio: sink.word("audio", number: 0)
        case .location: sink.word("location", number: 1)
        case .voip: sink.word("voip", number: 2)
        case .newsstandContent: sink.word("newsstand-content", number: 3)
        case .externalAccessory: sink.word("external-accessory", number: 4)
        case .bluetoothCentral: sink.word("bluetooth-central", number: 5)
        case .bluetoothPeripheral: sink.word("bluetooth-peripheral", number: 6)
        case .fetch: sink.word("fetch", number: 7)
        case .remoteNotification: sink.word("remote-notification", number: 8)
        case .processing: sink.word("processing", number: 9)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
