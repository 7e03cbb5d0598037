/// A tool's report of a beacon, in the words of `quiesce send`.
public struct PlayedBeacon: Sendable, Hashable {
    public var beacon: Beacon
    /// It isn't heard any more.
    public var isGone: Bool

    /// The word before it.
    public static let word = "beacon"

    public init(_ beacon: Beacon, isGone: Bool = false) {
        self.beacon = beacon
        self.isGone = isGone
    }

    /// `beacon E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 7 1`, with `gone` after it
    public init(words: [String]) throws(DeviceChange.Malformed) {
        guard words.first == Self.word, (4...5).contains(words.count),
            words.count == 4 || words[4] == "gone"
        else {
            throw .init(
                description: "beacon takes a UUID, a major and a minor, and gone after them")
        }
        guard let major = UInt16(words[2]), let minor = UInt16(words[3]) else {
            throw .init(description: "a beacon's major and minor are whole numbers up to 65535")
        }
        guard let beacon = Beacon(uuid: words[1], major: major, minor: minor) else {
            throw .init(
                description:
                    "\"\(words[1].prefix(60))\" is no UUID, such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
            )
        }
        self.init(beacon, isGone: words.count == 5)
    }

    /// The words that `init(words:)` reads.
    public var words: [String] {
        [Self.word, beacon.uuid, "\(beacon.major)", "\(beacon.minor)"] + (isGone ? ["gone"] : [])
    }

    public var event: LocationEvent { isGone ? .silent(beacon) : .heard(beacon) }
}
