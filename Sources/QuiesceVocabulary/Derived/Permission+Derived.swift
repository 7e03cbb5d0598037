// Derived from Permissions/Permission.swift by scripts/derive. Change that, and run it.
// sha256 869446261f29d7fb

extension Permission: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .notifications: sink.word("notifications", number: 0)
        case .location: sink.word("location", number: 1)
        case .microphone: sink.word("microphone", number: 2)
        case .bluetooth: sink.word("bluetooth", number: 3)
        case .backgroundRefresh: sink.word("backgroundRefresh", number: 4)
        case .scheduledThaw: sink.word("scheduledThaw", number: 5)
        case .backgroundWork: sink.word("backgroundWork", number: 6)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension PermissionState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .notDetermined: sink.word("notDetermined", number: 0)
        case .denied: sink.word("denied", number: 1)
        case .authorized: sink.word("authorized", number: 2)
        case .authorizedWhenInUse: sink.word("authorizedWhenInUse", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension AppPermissions: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("notifications", notifications)
        sink.field("location", location)
        sink.field("microphone", microphone)
        sink.field("bluetooth", bluetooth)
        sink.field("backgroundRefresh", backgroundRefresh)
        sink.field("scheduledThaw", scheduledThaw)
        sink.field("backgroundWork", backgroundWork)
    }

    public init(fields: JSONObject) throws(JSONError) {
        notifications = try fields.readIfPresent("notifications")
        location = try fields.readIfPresent("location")
        microphone = try fields.readIfPresent("microphone")
        bluetooth = try fields.readIfPresent("bluetooth")
        backgroundRefresh = try fields.readIfPresent("backgroundRefresh")
        scheduledThaw = try fields.readIfPresent("scheduledThaw")
        backgroundWork = try fields.readIfPresent("backgroundWork")
    }
}

extension PermissionsFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("permissions", permissions)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        permissions = try fields.read("permissions")
    }
}
