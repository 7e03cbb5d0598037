import QuiesceBus
import QuiesceCore

/// A property of MPRIS.
enum MediaValue: Sendable, Hashable {
    case flag(Bool)
    case text(String)
    case texts([String])
    case number(Double)
    case whole(Int64)
    case path(String)
    case entries([MediaEntry])

    var type: String {
        switch self {
        case .flag: "b"
        case .text: "s"
        case .texts: "as"
        case .number: "d"
        case .whole: "x"
        case .path: "o"
        case .entries: "a{sv}"
        }
    }

    func append(to message: borrowing BusMessage) throws(BusError) {
        switch self {
        case .flag(let flag): try message.append(flag)
        case .text(let text): try message.append(text)
        case .texts(let texts): try message.append(texts)
        case .number(let number): try message.append(number)
        case .whole(let number): try message.append(number)
        case .path(let path): try message.append(path: path)
        case .entries(let entries): try MediaEntry.append(entries, to: message)
        }
    }
}

/// A property with its name.
struct MediaEntry: Sendable, Hashable {
    var name: String
    var value: MediaValue

    init(_ name: String, _ value: MediaValue) {
        self.name = name
        self.value = value
    }

    /// Into an array `a{sv}` that was begun.
    func append(to message: borrowing BusMessage) throws(BusError) {
        try message.begin(BusType.entry, "sv")
        try message.append(name)
        try appendVariant(to: message)
        try message.end()
    }

    /// Its value alone.
    func appendVariant(to message: borrowing BusMessage) throws(BusError) {
        try message.begin(BusType.variant, value.type)
        try value.append(to: message)
        try message.end()
    }

    static func append(
        _ entries: [MediaEntry], to message: borrowing BusMessage
    ) throws(BusError) {
        try message.begin(BusType.array, "{sv}")
        for entry in entries { try entry.append(to: message) }
        try message.end()
    }
}

/// The app that plays and its item, in the words of MPRIS
/// (specifications.freedesktop.org/mpris-spec 2.2). Times are seconds; `now` is of a clock that
/// never goes back.
struct MediaPlayer: Sendable, Hashable {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let name = "org.mpris.MediaPlayer2.quiesce"

    private(set) var playing: NowPlaying
    /// Its app's name, and its identifier.
    var identity: String
    /// Another one for each title.
    private(set) var track = 1
    /// Where it was at that time.
    private var position: Double
    private var since: Double

    init(_ playing: NowPlaying, identity: String, now: Double) {
        self.playing = playing
        self.identity = identity
        position = Self.clean(playing.item?.elapsed)
        since = now
    }

    /// - Returns: the position, if it isn't where it would be by itself.
    mutating func show(_ new: NowPlaying, identity: String, now: Double) -> Double? {
        let old = playing
        let expected = position(at: now)
        self.identity = identity
        playing = new
        since = now
        // An app says where it is with each item; if it says nothing new, it has only paused, or
        // goes on.
        position =
            new.item == old.item && new.app == old.app ? expected : Self.clean(new.item?.elapsed)
        guard Self.isSame(old, new) else {
            track += 1
            return nil
        }
        return abs(position - expected) > 1 ? position : nil
    }

    private static func isSame(_ old: NowPlaying, _ new: NowPlaying) -> Bool {
        old.app == new.app && old.item?.title == new.item?.title
            && old.item?.artist == new.item?.artist && old.item?.album == new.item?.album
            && old.item?.duration == new.item?.duration
    }

    private static func clean(_ seconds: Double?) -> Double {
        guard let seconds, seconds.isFinite else { return 0 }
        return min(max(seconds, 0), 1e9)
    }

    static func microseconds(_ seconds: Double) -> Int64 { Int64(clean(seconds) * 1_000_000) }

    // MARK: What it shows

    private var length: Double? { playing.item?.duration.map(Self.clean) }
    private var rate: Double {
        // MPRIS has no rate of 0: that is to be paused.
        guard let rate = playing.item?.rate, rate.isFinite, rate > 0 else { return 1 }
        return rate
    }
    private var moves: Bool { playing.isPlaying && playing.item?.rate != 0 }

    func position(at now: Double) -> Double {
        let position = position + (moves ? max(now - since, 0) * rate : 0)
        return length.map { min(position, $0) } ?? position
    }

    var trackPath: String {
        playing.item == nil ? "\(Self.path)/TrackList/NoTrack" : "/org/quiesce/track/\(track)"
    }

    var rootEntries: [MediaEntry] {
        [
            MediaEntry("CanQuit", .flag(false)), MediaEntry("CanRaise", .flag(false)),
            MediaEntry("HasTrackList", .flag(false)), MediaEntry("Identity", .text(identity)),
            MediaEntry("SupportedUriSchemes", .texts([])),
            MediaEntry("SupportedMimeTypes", .texts([])),
        ]
    }

    /// All but `Position`, which changes by itself and isn't told.
    var playerEntries: [MediaEntry] {
        [
            MediaEntry("PlaybackStatus", .text(moves ? "Playing" : "Paused")),
            MediaEntry("Rate", .number(rate)), MediaEntry("MinimumRate", .number(rate)),
            MediaEntry("MaximumRate", .number(rate)), MediaEntry("Volume", .number(1)),
            MediaEntry("Metadata", .entries(metadata)),
            MediaEntry("CanGoNext", .flag(takes(.nextTrack))),
            MediaEntry("CanGoPrevious", .flag(takes(.previousTrack))),
            MediaEntry("CanPlay", .flag(takes(.play) || takes(.togglePlayPause))),
            MediaEntry("CanPause", .flag(takes(.pause) || takes(.togglePlayPause))),
            MediaEntry("CanSeek", .flag(isSeekable)),
            MediaEntry("CanControl", .flag(true)),
        ]
    }

    func entries(of interface: String, now: Double) -> [MediaEntry]? {
        switch interface {
        case Self.root: rootEntries
        case Self.player:
            playerEntries + [MediaEntry("Position", .whole(Self.microseconds(position(at: now))))]
        case _: nil
        }
    }

    private var metadata: [MediaEntry] {
        var entries = [MediaEntry("mpris:trackid", .path(trackPath))]
        if let length {
            entries.append(MediaEntry("mpris:length", .whole(Self.microseconds(length))))
        }
        if let title = playing.item?.title {
            entries.append(MediaEntry("xesam:title", .text(title)))
        }
        if let artist = playing.item?.artist {
            entries.append(MediaEntry("xesam:artist", .texts([artist])))
        }
        if let album = playing.item?.album {
            entries.append(MediaEntry("xesam:album", .text(album)))
        }
        return entries
    }

    // MARK: What it is told

    private var isSeekable: Bool {
        takes(.changePlaybackPosition) || takes(.skipForward) || takes(.skipBackward)
    }

    private func takes(_ command: RemoteCommand) -> Bool { playing.takes.contains(command) }

    /// The first of these that the app takes.
    private func order(_ commands: RemoteCommand...) -> RemoteOrder? {
        commands.first(where: takes).map { RemoteOrder($0) }
    }

    var play: RemoteOrder? {
        moves ? order(.play) : order(.play, .togglePlayPause)
    }
    var pause: RemoteOrder? {
        moves ? order(.pause, .togglePlayPause) : order(.pause)
    }
    var playPause: RemoteOrder? { order(.togglePlayPause, moves ? .pause : .play) }
    var stop: RemoteOrder? { order(.stop) ?? pause }
    var next: RemoteOrder? { order(.nextTrack) }
    var previous: RemoteOrder? { order(.previousTrack) }

    /// - Parameter offset: microseconds from where it is.
    func seek(by offset: Int64, now: Double) -> RemoteOrder? {
        let seconds = Double(offset) / 1_000_000
        guard takes(.changePlaybackPosition) else {
            let skip: RemoteCommand = offset < 0 ? .skipBackward : .skipForward
            return takes(skip) ? RemoteOrder(skip, interval: abs(seconds)) : nil
        }
        let target = position(at: now) + seconds
        // Beyond the end is the next one, as MPRIS has it.
        if let length, target > length { return next }
        return position(to: target)
    }

    /// - Parameter track: the one that was meant; another one may have begun.
    func setPosition(_ position: Int64, of track: String) -> RemoteOrder? {
        let target = Double(position) / 1_000_000
        guard track == trackPath, target >= 0, target <= length ?? .infinity else { return nil }
        return self.position(to: target)
    }

    private func position(to target: Double) -> RemoteOrder? {
        takes(.changePlaybackPosition)
            ? RemoteOrder(.changePlaybackPosition, position: Self.clean(target)) : nil
    }
}
