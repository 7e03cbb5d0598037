// Derived from Audio/AudioMessages.swift by scripts/derive. Change that, and run it.
// sha256 2977bb5602bfc32c

extension AudioCategory: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ambient: sink.word("ambient", number: 0)
        case .soloAmbient: sink.word("soloAmbient", number: 1)
        case .playback: sink.word("playback", number: 2)
        case .record: sink.word("record", number: 3)
        case .playAndRecord: sink.word("playAndRecord", number: 4)
        case .multiRoute: sink.word("multiRoute", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension AudioSetting: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("category", category)
        sink.field("mixes", mixes, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        category = try fields.read("category")
        mixes = try fields.read("mixes", or: false)
    }
}

extension AudioRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .set(let value0):
            sink.word("set", number: 0, at: "action")
            value0.describeFields(to: &sink)
        case .activate:
            sink.word("activate", number: 1, at: "action")
        case .deactivate(let value0):
            sink.word("deactivate", number: 2, at: "action")
            sink.field("notifies", value0)
        case .working(let value0, let value1):
            sink.word("working", number: 3, at: "action")
            sink.field("plays", value0)
            sink.field("records", value1)
        case .show(let value0):
            sink.word("show", number: 4, at: "action")
            sink.field("show", value0)
        case .takes(let value0):
            sink.word("takes", number: 5, at: "action")
            sink.field("takes", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "set":
            self = .set(
                try .init(fields: fields))
        case "activate": self = .activate
        case "deactivate":
            self = .deactivate(
                notifies: try fields.read("notifies"))
        case "working":
            self = .working(
                plays: try fields.read("plays"),
                records: try fields.read("records"))
        case "show":
            self = .show(
                try fields.readIfPresent("show"))
        case "takes":
            self = .takes(
                try fields.read("takes"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["set", "activate", "deactivate", "working", "show", "takes"]
}

extension AudioUpdate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .interrupted(let value0):
            sink.word("interrupted", number: 0, at: "kind")
            sink.field("interrupted", value0)
        case .resumed(let value0):
            sink.word("resumed", number: 1, at: "kind")
            sink.field("shouldResume", value0)
        case .surroundings(let value0):
            sink.word("surroundings", number: 2, at: "kind")
            value0.describeFields(to: &sink)
        case .command(let value0):
            sink.word("command", number: 3, at: "kind")
            value0.describeFields(to: &sink)
        case .reset:
            sink.word("reset", number: 4, at: "kind")
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "interrupted":
            self = .interrupted(
                try fields.read("interrupted"))
        case "resumed":
            self = .resumed(
                shouldResume: try fields.read("shouldResume"))
        case "surroundings":
            self = .surroundings(
                try .init(fields: fields))
        case "command":
            self = .command(
                try .init(fields: fields))
        case "reset": self = .reset
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["interrupted", "resumed", "surroundings", "command", "reset"]
}

extension AudioInterruption: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .other: sink.word("other", number: 0)
        case .background: sink.word("background", number: 1)
        case .refused: sink.word("refused", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension AudioSurroundings: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("othersPlay", othersPlay)
        sink.field("shouldBeSilent", shouldBeSilent)
        sink.field("isTaken", isTaken)
        sink.field("isAudible", isAudible)
    }

    public init(fields: JSONObject) throws(JSONError) {
        othersPlay = try fields.read("othersPlay")
        shouldBeSilent = try fields.read("shouldBeSilent")
        isTaken = try fields.read("isTaken")
        isAudible = try fields.read("isAudible")
    }
}

extension NowPlayingItem: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("title", title)
        sink.field("artist", artist)
        sink.field("album", album)
        sink.field("duration", duration)
        sink.field("elapsed", elapsed)
        sink.field("rate", rate)
    }

    public init(fields: JSONObject) throws(JSONError) {
        title = try fields.readIfPresent("title")
        artist = try fields.readIfPresent("artist")
        album = try fields.readIfPresent("album")
        duration = try fields.readIfPresent("duration")
        elapsed = try fields.readIfPresent("elapsed")
        rate = try fields.read("rate")
    }
}

extension RemoteCommand: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .play: sink.word("play", number: 0)
        case .pause: sink.word("pause", number: 1)
        case .togglePlayPause: sink.word("togglePlayPause", number: 2)
        case .stop: sink.word("stop", number: 3)
        case .nextTrack: sink.word("nextTrack", number: 4)
        case .previousTrack: sink.word("previousTrack", number: 5)
        case .changePlaybackPosition: sink.word("changePlaybackPosition", number: 6)
        case .skipForward: sink.word("skipForward", number: 7)
        case .skipBackward: sink.word("skipBackward", number: 8)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension RemoteOrder: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("command", command)
        sink.field("position", position)
        sink.field("interval", interval)
    }

    public init(fields: JSONObject) throws(JSONError) {
        command = try fields.read("command")
        position = try fields.readIfPresent("position")
        interval = try fields.readIfPresent("interval")
    }
}

extension NowPlaying: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("item", item)
        sink.field("isPlaying", isPlaying)
        sink.field("takes", takes)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        item = try fields.readIfPresent("item")
        isPlaying = try fields.read("isPlaying")
        takes = try fields.read("takes")
    }
}

extension AudioReading: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("plays", plays, unless: false)
        sink.field("records", records, unless: false)
        sink.field("isAudible", isAudible)
    }

    public init(fields: JSONObject) throws(JSONError) {
        plays = try fields.read("plays", or: false)
        records = try fields.read("records", or: false)
        isAudible = try fields.readIfPresent("isAudible")
    }
}
