// Derived from Location/LocationMessages.swift by scripts/derive. Change that, and run it.
// sha256 033e6a17f572dddd

extension LocationWish: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("accuracy", accuracy)
        sink.field("distance", distance)
        sink.field("mayPause", mayPause, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        accuracy = try fields.read("accuracy")
        distance = try fields.read("distance")
        mayPause = try fields.read("mayPause", or: false)
    }
}

extension WatchedRegion: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        area.describeFields(to: &sink)
        sink.field("notifyOnEntry", notifyOnEntry, unless: true)
        sink.field("notifyOnExit", notifyOnExit, unless: true)
    }

    public init(fields: JSONObject) throws(JSONError) {
        area = try .init(fields: fields)
        notifyOnEntry = try fields.read("notifyOnEntry", or: true)
        notifyOnExit = try fields.read("notifyOnExit", or: true)
    }
}

extension WatchedRegion.Area: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .circle(let value0):
            sink.word("circle", number: 0, at: "shape")
            value0.describeFields(to: &sink)
        case .beacons(let value0):
            sink.word("beacons", number: 1, at: "shape")
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "shape") {
        case "circle":
            self = .circle(
                try .init(fields: fields))
        case "beacons":
            self = .beacons(
                try .init(fields: fields))
        case _: throw .wrong("shape")
        }
    }

    /// The words of its cases.
    public static let words = ["circle", "beacons"]
}

extension BeaconRegion: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("uuid", uuid)
        sink.field("major", major)
        sink.field("minor", minor)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        uuid = try fields.read("uuid")
        major = try fields.readIfPresent("major")
        minor = try fields.readIfPresent("minor")
    }
}

extension Beacon: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("uuid", uuid)
        sink.field("major", major)
        sink.field("minor", minor)
    }

    public init(fields: JSONObject) throws(JSONError) {
        uuid = try fields.read("uuid")
        major = try fields.read("major")
        minor = try fields.read("minor")
    }
}

extension LocationRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .start(let value0, let value1, let value2):
            sink.word("start", number: 0, at: "action")
            sink.field("manager", value0)
            sink.field("wish", value1)
            sink.field("again", value2, unless: false)
        case .stop(let value0):
            sink.word("stop", number: 1, at: "action")
            sink.field("manager", value0)
        case .startHeading(let value0, let value1):
            sink.word("startHeading", number: 2, at: "action")
            sink.field("manager", value0)
            sink.field("filter", value1)
        case .stopHeading(let value0):
            sink.word("stopHeading", number: 3, at: "action")
            sink.field("manager", value0)
        case .startSignificant:
            sink.word("startSignificant", number: 4, at: "action")
        case .stopSignificant:
            sink.word("stopSignificant", number: 5, at: "action")
        case .monitor(let value0):
            sink.word("monitor", number: 6, at: "action")
            sink.field("region", value0)
        case .stopMonitoring(let value0):
            sink.word("stopMonitoring", number: 7, at: "action")
            sink.field("region", value0)
        case .requestState(let value0):
            sink.word("requestState", number: 8, at: "action")
            sink.field("region", value0)
        case .authorize(let value0):
            sink.word("authorize", number: 9, at: "action")
            sink.field("always", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "start":
            self = .start(
                manager: try fields.read("manager"),
                wish: try fields.read("wish"),
                again: try fields.read("again", or: false))
        case "stop":
            self = .stop(
                manager: try fields.read("manager"))
        case "startHeading":
            self = .startHeading(
                manager: try fields.read("manager"),
                filter: try fields.read("filter"))
        case "stopHeading":
            self = .stopHeading(
                manager: try fields.read("manager"))
        case "startSignificant": self = .startSignificant
        case "stopSignificant": self = .stopSignificant
        case "monitor":
            self = .monitor(
                region: try fields.read("region"))
        case "stopMonitoring":
            self = .stopMonitoring(
                region: try fields.read("region"))
        case "requestState":
            self = .requestState(
                region: try fields.read("region"))
        case "authorize":
            self = .authorize(
                always: try fields.read("always"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = [
        "start", "stop", "startHeading", "stopHeading", "startSignificant", "stopSignificant",
        "monitor", "stopMonitoring", "requestState", "authorize",
    ]
}

extension HeadingReading: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("magnetic", magnetic)
        sink.field("real", real)
        sink.field("accuracy", accuracy)
        sink.field("time", time)
    }

    public init(fields: JSONObject) throws(JSONError) {
        magnetic = try fields.read("magnetic")
        real = try fields.readIfPresent("real")
        accuracy = try fields.read("accuracy")
        time = try fields.read("time")
    }
}

extension RegionState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .unknown: sink.word("unknown", number: 0)
        case .inside: sink.word("inside", number: 1)
        case .outside: sink.word("outside", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension LocationFailure: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .denied: sink.word("denied", number: 0)
        case .tooManyRegions: sink.word("tooManyRegions", number: 1)
        case .regionUnavailable: sink.word("regionUnavailable", number: 2)
        case .unknown: sink.word("unknown", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension LocationUpdate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .abilities(let value0):
            sink.word("abilities", number: 0, at: "kind")
            sink.field("abilities", value0)
        case .fix(let value0, let value1):
            sink.word("fix", number: 1, at: "kind")
            sink.field("fix", value0)
            sink.field("managers", value1)
        case .heading(let value0, let value1):
            sink.word("heading", number: 2, at: "kind")
            sink.field("heading", value0)
            sink.field("managers", value1)
        case .paused(let value0):
            sink.word("paused", number: 3, at: "kind")
            sink.field("managers", value0)
        case .resumed(let value0):
            sink.word("resumed", number: 4, at: "kind")
            sink.field("managers", value0)
        case .monitored(let value0):
            sink.word("monitored", number: 5, at: "kind")
            sink.field("monitored", value0)
        case .state(let value0, let value1):
            sink.word("state", number: 6, at: "kind")
            sink.field("state", value0)
            sink.field("region", value1)
        case .failed(let value0, let value1):
            sink.word("failed", number: 7, at: "kind")
            sink.field("failed", value0)
            sink.field("region", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "abilities":
            self = .abilities(
                try fields.read("abilities"))
        case "fix":
            self = .fix(
                try fields.read("fix"),
                managers: try fields.read("managers"))
        case "heading":
            self = .heading(
                try fields.read("heading"),
                managers: try fields.read("managers"))
        case "paused":
            self = .paused(
                managers: try fields.read("managers"))
        case "resumed":
            self = .resumed(
                managers: try fields.read("managers"))
        case "monitored":
            self = .monitored(
                try fields.read("monitored"))
        case "state":
            self = .state(
                try fields.read("state"),
                region: try fields.read("region"))
        case "failed":
            self = .failed(
                try fields.read("failed"),
                region: try fields.readIfPresent("region"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = [
        "abilities", "fix", "heading", "paused", "resumed", "monitored", "state", "failed",
    ]
}

extension LocationAbilities: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("location", location, unless: false)
        sink.field("heading", heading, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        location = try fields.read("location", or: false)
        heading = try fields.read("heading", or: false)
    }
}

extension LocationNews: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .update(let value0):
            sink.word("update", number: 0, at: "kind")
            sink.field("fix", value0)
        case .significant(let value0):
            sink.word("significant", number: 1, at: "kind")
            sink.field("fix", value0)
        case .entered(let value0):
            sink.word("entered", number: 2, at: "kind")
            sink.field("region", value0)
        case .left(let value0):
            sink.word("left", number: 3, at: "kind")
            sink.field("region", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "update":
            self = .update(
                try fields.read("fix"))
        case "significant":
            self = .significant(
                try fields.read("fix"))
        case "entered":
            self = .entered(
                region: try fields.read("region"))
        case "left":
            self = .left(
                region: try fields.read("region"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["update", "significant", "entered", "left"]
}
