// Derived from Scene/ScreenRow.swift by scripts/derive. Change that, and run it.
// sha256 904122eaa213c5a8

extension ScreenRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("height", height)
        sink.field("shows", shows)
        sink.field("taken", taken)
        sink.field("width", width)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.readIfPresent("app")
        shows = try fields.read("shows")
        width = try fields.readIfPresent("width")
        height = try fields.readIfPresent("height")
        taken = try fields.readIfPresent("taken")
    }
}

extension ScreenRow.Content: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .scene: sink.word("scene", number: 0)
        case .snapshot: sink.word("snapshot", number: 1)
        case .black: sink.word("black", number: 2)
        case .home: sink.word("home", number: 3)
        case .nothing: sink.word("nothing", number: 4)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
