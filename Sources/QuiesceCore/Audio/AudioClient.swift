/// An app that makes sound, or has a session.
// derive: json
struct AudioClient: Sendable, Hashable {
    var app: AppID
    /// The launch whose session and streams these are.
    var launch: Launch
    /// nil: it has no session. It may be a program that knows nothing of them, and is heard all the
    /// same.
    var setting: AudioSetting?
    // json: isActive unless false
    var isActive = false
    /// The interrupter of the app's session; nil: nobody has interrupted it, or the app was told
    /// that the session may go on.
    var interrupter: AudioInterrupter?
    /// The word of its own players and recorders.
    var claim = AudioReading()
    /// The sound server's.
    var reading = AudioReading()
    /// The sound that the app plays or records was heard at the last look; silence isn't heard
    /// (A1).
    // json: isHeard unless false
    var isHeard = false
    /// Since when it isn't, though it was, has begun to play, or was told to; nil: it is, or need
    /// not be waited for.
    var quietSince: AwakeInstant?
    /// It was told to play, and is woken for that.
    // json: isAwaited unless false
    var isAwaited = false
    /// Its sound lets it execute out of sight (A1).
    // json: goesOn unless false
    var goesOn = false
    // json: wasInFront unless false
    var wasInFront = false
    /// The app's own description of the item that it plays.
    var item: NowPlayingItem?
    // json: unless []
    var takes: [RemoteCommand] = []
    /// How it was told that things stand.
    var told: AudioSurroundings?

    init(app: AppID, launch: Launch) {
        self.app = app
        self.launch = launch
    }

    /// Another launch: what the one before had is gone, but for what it played.
    mutating func begin(_ launch: Launch) {
        var next = AudioClient(app: app, launch: launch)
        next.item = item
        next.takes = takes
        self = next
    }

    /// The fact that is kept of the app once it has ended, if it played last.
    var played: AudioFact { AudioFact(app: app, hasSession: setting != nil, takes: takes) }

    /// It plays or records, whoever says so.
    var isAtWork: Bool { claim.plays || claim.records || reading.plays || reading.records }

    /// Until when it executes out of sight, if it isn't heard before; nil: as long as it is, or not
    /// for its sound.
    var goesOnUntil: AwakeInstant? {
        goesOn && !isHeard ? quietSince.map { $0 + Limits.silenceLimit } : nil
    }

    /// Looks at what is known of its sound.
    mutating func listen(
        hasServer: Bool, isInFront: Bool, before: AudioReading, at now: AwakeInstant
    ) {
        guard interrupter == nil else {
            // It is muted, and has its time to hear of that.
            isHeard = false
            return
        }
        let wasHeard = isHeard
        if !hasServer {
            isHeard = claim.plays || claim.records
        } else if reading.records {
            isHeard = true
        } else if let isAudible = reading.isAudible {
            isHeard = reading.plays && isAudible
        } else {
            // Nobody measures it: what was silent out of sight stays so until it plays anew.
            isHeard = reading.plays && (isInFront || !before.plays || wasHeard)
        }
        if isHeard {
            quietSince = nil
            isAwaited = false
        } else if wasHeard {
            quietSince = now
        }
    }

    /// It is to be heard soon.
    mutating func expectSound(at now: AwakeInstant) { if !isHeard { quietSince = now } }

    /// Its kind of sound may go on out of sight: that of a program without a session, too.
    var mayGoOn: Bool { setting?.category.goesOnOutOfSight ?? true }

    /// It interrupts others, and is interrupted.
    var interrupts: Bool { setting?.interrupts ?? false }

    /// Others hear that it plays.
    func sounds(hasServer: Bool) -> Bool {
        interrupter == nil && isHeard && (hasServer ? reading.plays : claim.plays)
    }
}

/// The interrupter of a session.
// derive: cases
enum AudioInterrupter: Sendable, Hashable {
    case app(AppID)
    case call
    /// It was left, and may not go on out of sight (A2).
    case background
}
