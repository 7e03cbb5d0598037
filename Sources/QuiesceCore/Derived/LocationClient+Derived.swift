// Derived from Location/LocationClient.swift by scripts/derive. Change that, and run it.
// sha256 619718fd1bd218f9

extension LocationClient: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("isFollowed", isFollowed, unless: true)
        sink.field("managers", managers, unless: [])
        sink.field("headings", headings, unless: [])
        sink.field("significant", significant)
        sink.field("regions", regions, unless: [])
        sink.field("notifications", notifications, unless: 0)
        sink.field("rest", rest)
        sink.field("standing", standing)
        sink.field("askedForAlways", askedForAlways, unless: false)
        sink.field("audience", audience, unless: LocationAudience.nobody)
        sink.field("refused", refused)
        sink.field("onSince", onSince)
        sink.field("charged", charged, unless: Interval.zero)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        isFollowed = try fields.read("isFollowed", or: true)
        managers = try fields.read("managers", or: [])
        headings = try fields.read("headings", or: [])
        significant = try fields.readIfPresent("significant")
        regions = try fields.read("regions", or: [])
        notifications = try fields.read("notifications", or: 0)
        rest = try fields.readIfPresent("rest")
        standing = try fields.readIfPresent("standing")
        askedForAlways = try fields.read("askedForAlways", or: false)
        audience = try fields.read("audience", or: LocationAudience.nobody)
        refused = try fields.readIfPresent("refused")
        onSince = try fields.readIfPresent("onSince")
        charged = try fields.read("charged", or: Interval.zero)
    }
}

extension LocationAudience: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .nobody: sink.word("nobody", number: 0)
        case .told: sink.word("told", number: 1)
        case .woken: sink.word("woken", number: 2)
        case .launched: sink.word("launched", number: 3)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ManagerWish: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("manager", manager)
        sink.field("wish", wish)
        sink.field("told", told)
    }

    init(fields: JSONObject) throws(JSONError) {
        manager = try fields.read("manager")
        wish = try fields.read("wish")
        told = try fields.readIfPresent("told")
    }
}

extension HeadingWish: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("manager", manager)
        sink.field("filter", filter)
        sink.field("told", told)
    }

    init(fields: JSONObject) throws(JSONError) {
        manager = try fields.read("manager")
        filter = try fields.read("filter")
        told = try fields.readIfPresent("told")
    }
}

extension MonitoredRegion: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("region", region)
        sink.field("crossing", crossing)
        sink.field("isUntold", isUntold, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        region = try fields.read("region")
        crossing = try fields.read("crossing")
        isUntold = try fields.read("isUntold", or: false)
    }
}

extension LocationFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("significant", significant)
        sink.field("regions", regions)
        sink.field("standing", standing)
        sink.field("askedForAlways", askedForAlways)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        significant = try fields.readIfPresent("significant")
        regions = try fields.read("regions")
        standing = try fields.readIfPresent("standing")
        askedForAlways = try fields.read("askedForAlways")
    }
}
