// Derived from Input/UserInput.swift by scripts/derive. Change that, and run it.
// sha256 3f3c5c22f5da7b39

extension UserInput: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .touch(let value0):
            sink.word("touch", number: 0, at: "type")
            value0.describeFields(to: &sink)
        case .shake:
            sink.word("shake", number: 1, at: "type")
        case .remoteControl(let value0):
            sink.word("remoteControl", number: 2, at: "type")
            sink.field("command", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "touch":
            self = .touch(
                try .init(fields: fields))
        case "shake": self = .shake
        case "remoteControl":
            self = .remoteControl(
                try fields.read("command"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["touch", "shake", "remoteControl"]
}

extension UserInput.Touch: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("phase", phase)
        sink.field("x", x)
        sink.field("y", y)
    }

    public init(fields: JSONObject) throws(JSONError) {
        phase = try fields.read("phase")
        x = try fields.read("x")
        y = try fields.read("y")
    }
}

extension UserInput.Phase: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .began: sink.word("began", number: 0)
        case .moved: sink.word("moved", number: 1)
        case .ended: sink.word("ended", number: 2)
        case .cancelled: sink.word("cancelled", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension UserInput.RemoteControl: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .play: sink.word("play", number: 0)
        case .pause: sink.word("pause", number: 1)
        case .stop: sink.word("stop", number: 2)
        case .togglePlayPause: sink.word("togglePlayPause", number: 3)
        case .nextTrack: sink.word("nextTrack", number: 4)
        case .previousTrack: sink.word("previousTrack", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ScreenSize: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("width", width)
        sink.field("height", height)
    }

    public init(fields: JSONObject) throws(JSONError) {
        width = try fields.read("width")
        height = try fields.read("height")
    }
}
