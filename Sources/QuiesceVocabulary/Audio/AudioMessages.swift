// Audio between an app and the daemon: an app says how its sound goes with that of others, and
// hears when it has to stop.

/// How an app's sound goes with that of others, as AVAudioSession's categories have it (A3).
// derive: json
public enum AudioCategory: String, Sendable, Hashable, CaseIterable {
    /// Plays beside others; silent out of sight.
    case ambient
    /// Interrupts others; silent out of sight.
    case soloAmbient
    case playback
    case record
    case playAndRecord
    case multiRoute

    /// Its sound may go on out of sight, with the mode `audio` (A1).
    package var goesOnOutOfSight: Bool {
        switch self {
        case .ambient, .soloAmbient: false
        case .playback, .record, .playAndRecord, .multiRoute: true
        }
    }
}

/// An app's audio session.
// derive: json
public struct AudioSetting: Sendable, Hashable {
    public var category: AudioCategory
    /// It plays beside others and interrupts none.
    // json: mixes unless false
    public var mixes: Bool

    public init(_ category: AudioCategory, mixes: Bool = false) {
        self.category = category
        self.mixes = mixes
    }

    /// Another app's that does, too, and is active, is interrupted by it (A3).
    package var interrupts: Bool { category != .ambient && !mixes }
}

/// An app's request about audio.
// derive: tag=action
public enum AudioRequest: Sendable, Hashable {
    // json: flat
    case set(AudioSetting)
    case activate
    /// With `notifies`, those whom it interrupted hear that they should go on.
    case deactivate(notifies: Bool)
    /// Whether its players play and its recorders record. A sound server knows better, and is
    /// believed where there is one.
    case working(plays: Bool, records: Bool)
    /// The item that the app plays, for people who look at the device; nil: nothing.
    case show(NowPlayingItem?)
    /// The remote commands that it takes, in place of those before (A5).
    case takes([RemoteCommand])
}

/// News of audio for an app.
// derive: tag=kind
public enum AudioUpdate: Sendable, Hashable {
    /// Its session isn't active any more: it stops (A3).
    case interrupted(AudioInterruption)
    /// It may be active again; whether it should go on at once.
    case resumed(shouldResume: Bool)
    /// How things stand; each takes the place of the one before.
    // json: flat
    case surroundings(AudioSurroundings)
    /// Somebody pressed a key of a headset, the keyboard or the lock screen (A5).
    // json: flat
    case command(RemoteOrder)
    /// The sound server was started again: what the app had of it is gone.
    case reset

    /// The next of its kind is worth more than this one.
    package var isReplaceable: Bool {
        switch self {
        case .surroundings: true
        case .interrupted, .resumed, .command, .reset: false
        }
    }
}

/// Why an app's session was interrupted.
// derive: json
public enum AudioInterruption: String, Sendable, Hashable, CaseIterable {
    /// Another app's sound has begun.
    case other
    /// It isn't in front, and may not go on out of sight (A2).
    case background
    /// One that may not be interrupted plays: that of the app in front.
    case refused
}

/// The facts about the sound of others that an app can know.
// derive: json
public struct AudioSurroundings: Sendable, Hashable {
    public var othersPlay: Bool
    /// Another app plays what its own music would disturb.
    public var shouldBeSilent: Bool
    /// A call goes on, or an app in front that doesn't mix is active: this one can't be.
    public var isTaken: Bool
    /// There is a sound server.
    public var isAudible: Bool

    public init(othersPlay: Bool, shouldBeSilent: Bool, isTaken: Bool, isAudible: Bool) {
        self.othersPlay = othersPlay
        self.shouldBeSilent = shouldBeSilent
        self.isTaken = isTaken
        self.isAudible = isAudible
    }
}

/// An app's description of the item that it plays. Times are those of the moment of the
/// description.
// derive: json
public struct NowPlayingItem: Sendable, Hashable {
    public var title: String?
    public var artist: String?
    public var album: String?
    /// Seconds; nil: it has no end.
    public var duration: Double?
    /// Seconds from its beginning.
    public var elapsed: Double?
    /// 1: as it was recorded; 0: it is paused.
    public var rate: Double

    public init(
        title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
        elapsed: Double? = nil, rate: Double = 1
    ) {
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.elapsed = elapsed
        self.rate = rate
    }
}

/// A key that controls who plays (A5).
// derive: json
public enum RemoteCommand: String, Sendable, Hashable, CaseIterable {
    case play, pause, togglePlayPause, stop, nextTrack, previousTrack, changePlaybackPosition
    case skipForward, skipBackward
}

/// A key that was pressed.
// derive: json
public struct RemoteOrder: Sendable, Hashable {
    public var command: RemoteCommand
    /// Seconds, for `changePlaybackPosition`.
    public var position: Double?
    /// Seconds, for `skipForward` and `skipBackward`.
    public var interval: Double?

    public init(_ command: RemoteCommand, position: Double? = nil, interval: Double? = nil) {
        self.command = command
        self.position = position
        self.interval = interval
    }
}

/// The app that plays, and its item: a desktop shows both, and the desktop's keys reach the app
/// (A5).
// derive: json
public struct NowPlaying: Sendable, Hashable {
    public var app: AppID
    /// nil: it didn't say.
    public var item: NowPlayingItem?
    public var isPlaying: Bool
    public var takes: [RemoteCommand]

    public init(app: AppID, item: NowPlayingItem?, isPlaying: Bool, takes: [RemoteCommand]) {
        self.app = app
        self.item = item
        self.isPlaying = isPlaying
        self.takes = takes
    }
}

/// A sound server's reading of an app: all of the app's streams together.
// derive: json
public struct AudioReading: Sendable, Hashable {
    /// It has a stream that plays and isn't paused, muted by its owner or at volume 0.
    // json: plays unless false
    public var plays: Bool
    /// Likewise one that records.
    // json: records unless false
    public var records: Bool
    /// The sound that the app plays was louder than −60 dB of late; nil: nobody measures it.
    public var isAudible: Bool?

    public init(plays: Bool = false, records: Bool = false, isAudible: Bool? = nil) {
        self.plays = plays
        self.records = records
        self.isAudible = isAudible
    }
}
