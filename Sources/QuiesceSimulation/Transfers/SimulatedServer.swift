import QuiesceCore

/// A web server of the world, whose files have versions and no bytes.
struct SimulatedServer {
    let origin: String
    var mood = ServerMood.honest
    var validator = ServerValidator.etag
    var hasRanges = true
    /// How long its files are.
    var length: UInt64 = 20_000_000
    /// Grows with each change of its files.
    var generation: UInt64 = 1
    /// The file version that the server had at each path, of this generation.
    private var versions: [String: FileVersion] = [:]

    init(origin: String) { self.origin = origin }

    /// A server on the machine itself is reached without a network.
    var isOnDevice: Bool { origin.contains("//localhost") }

    /// A request to the server.
    struct Request {
        var path: String
        /// The first byte wanted; nil: the whole.
        var start: UInt64?
        var ifRange: EntityValidator?
        var hasCredential = false
        var redirects = 0
    }

    /// The server's reply to a request.
    struct Reply {
        var head: ReplyHead
        /// The bytes that the server means to send.
        var body: FileRuns.Run
        /// How much of that comes.
        var sends: UInt64
        var ending = Ending.complete
        /// Times as slow as the network.
        var slowness: Int64 = 1

        enum Ending {
            case complete
            /// The connection ends too early, or what comes can't be read.
            case fails(TransferFailure.Kind)
            /// Nothing more comes, and the connection stays.
            case silence
        }
    }

    mutating func change(_ change: ServerChange) {
        switch change {
        case .mood(let mood): self.mood = mood
        case .validator(let validator): self.validator = validator
        case .ranges(let has): hasRanges = has
        case .newVersion(let bytes):
            length = bytes
            generation += 1
            versions = [:]
        }
    }

    /// The version that is at `path` now, or a page that the server makes for an occasion.
    mutating func version(at path: String, length: UInt64? = nil) -> FileVersion {
        let length = length ?? self.length
        let place = "\(path) \(length)"
        if let known = versions[place] { return known }
        var number = Fingerprint()
        number.add(origin)
        number.add(place)
        number.add(generation)
        let version = FileVersion(number: number.value | 1, length: length)
        versions[place] = version
        return version
    }

    /// Returns the header fields that tell that version from others.
    ///
    /// - Parameter isOther: it is none that the server had before.
    func fields(of version: FileVersion, isOther: Bool = false) -> [ReplyHead.Field] {
        switch validator {
        case .etag: [.init("ETag", "\"\(version.number)\"")]
        case .weakETag: [.init("ETag", "W/\"\(version.number)\"")]
        case .lastModified:
            [
                .init(
                    "Last-Modified", Self.date(day: 6, (generation + (isOther ? 1_800 : 0)) % 3_600)
                ),
                .init("Date", Self.date(day: 7, 0)),
            ]
        case .none: []
        }
    }

    private static func date(day: Int, _ seconds: UInt64) -> String {
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let name = day == 6 ? "Sun" : "Mon"
        return "\(name), 0\(day) Nov 1994 08:\(two(seconds / 60)):\(two(seconds % 60)) GMT"
    }
}
