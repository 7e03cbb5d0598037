// Derived from Motion/MotionMessages.swift by scripts/derive. Change that, and run it.
// sha256 b8e236c00a1a1d50

extension MotionSensor: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .accelerometer: sink.word("accelerometer", number: 0)
        case .gyroscope: sink.word("gyroscope", number: 1)
        case .magnetometer: sink.word("magnetometer", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension MotionRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .start(let value0, let value1):
            sink.word("start", number: 0, at: "action")
            sink.field("sensor", value0)
            sink.field("interval", value1)
        case .stop(let value0):
            sink.word("stop", number: 1, at: "action")
            sink.field("sensor", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "start":
            self = .start(
                sensor: try fields.read("sensor"),
                interval: try fields.read("interval"))
        case "stop":
            self = .stop(
                sensor: try fields.read("sensor"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["start", "stop"]
}

extension MotionReading: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("sensor", sensor)
        sink.field("x", x)
        sink.field("y", y)
        sink.field("z", z)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sensor = try fields.read("sensor")
        x = try fields.read("x")
        y = try fields.read("y")
        z = try fields.read("z")
    }
}

extension MotionSample: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        reading.describeFields(to: &sink)
        sink.field("at", at)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reading = try .init(fields: fields)
        at = try fields.read("at")
    }
}

extension MotionUpdate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .sensors(let value0):
            sink.word("sensors", number: 0, at: "kind")
            sink.field("sensors", value0)
        case .sample(let value0):
            sink.word("sample", number: 1, at: "kind")
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "sensors":
            self = .sensors(
                try fields.read("sensors"))
        case "sample":
            self = .sample(
                try .init(fields: fields))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["sensors", "sample"]
}
