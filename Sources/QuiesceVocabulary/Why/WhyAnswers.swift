/// The answer of `quiesce why`.
// derive: json sorted
public struct WhyAnswer: Sendable, Hashable {
    public var app: String
    public var state: String
    /// When it came into that state, as ISO 8601 with milliseconds; nil if it isn't installed.
    public var since: String?
    /// The present launch, or the last.
    public var launch: UInt64
    /// One plain sentence.
    public var sentence: String
    public var reason: String
    public var rule: String?
    /// With `--not`: what stands in the way, each with what would change it. Empty: nothing does.
    public var obstacles: [Obstacle]
    /// Everything that it waits for.
    public var pending: [PendingRow]
    /// The decisions that led here, oldest first, each with its `sentence`.
    public var chain: [LogRow]
    /// The latest refusals, oldest first, each with its `sentence` and the advice in `change`.
    public var refusals: [LogRow]
    /// How its launches ended, as far as that is remembered, oldest first.
    public var endings: [EndingRow]

    // derive: json sorted
    public struct Obstacle: Sendable, Hashable {
        public var reason: String
        public var rule: String?
        /// Why, and what would change it.
        public var sentence: String
        /// Advice on how to avoid it.
        public var change: String?
        /// When time alone takes it away, if nothing else happens: ISO 8601.
        public var earliest: String?

        public init(
            reason: String, rule: String?, sentence: String, change: String? = nil,
            earliest: String? = nil
        ) {
            self.reason = reason
            self.rule = rule
            self.sentence = sentence
            self.change = change
            self.earliest = earliest
        }
    }

    public init(
        app: String, state: String, since: String?, launch: UInt64, sentence: String,
        reason: String, rule: String?, obstacles: [Obstacle] = [], pending: [PendingRow] = [],
        chain: [LogRow] = [], refusals: [LogRow] = [], endings: [EndingRow] = []
    ) {
        self.app = app
        self.state = state
        self.since = since
        self.launch = launch
        self.sentence = sentence
        self.reason = reason
        self.rule = rule
        self.obstacles = obstacles
        self.pending = pending
        self.chain = chain
        self.refusals = refusals
        self.endings = endings
    }
}

/// The answer of `quiesce why` about the device itself.
// derive: json sorted
public struct DeviceWhyAnswer: Sendable, Hashable {
    public var sentence: String
    /// Everything that it waits for.
    public var pending: [PendingRow]
    /// The latest refusals that concern apps that aren't installed, or no app; oldest first.
    public var refusals: [LogRow]

    public init(sentence: String, pending: [PendingRow], refusals: [LogRow]) {
        self.sentence = sentence
        self.pending = pending
        self.refusals = refusals
    }
}

/// Something that waits, in `why` and `why-awake`.
// derive: json sorted
public struct PendingRow: Sendable, Hashable {
    /// `wake`, `task`, `call`, `backOff`, `connection`, `suspension`, `termination`, `kill`,
    /// `open`, `install`, `uninstall`, `interruption`, `events`, `sleep` or `shutDown`
    public var kind: String
    /// One sentence: what waits, why, and what follows.
    public var sentence: String
    public var rule: String?
    /// When time alone changes it: not before, and not after. ISO 8601, if the device stays awake.
    public var earliest: String?
    public var latest: String?

    public init(kind: String, sentence: String, rule: String?, earliest: String?, latest: String?) {
        self.kind = kind
        self.sentence = sentence
        self.rule = rule
        self.earliest = earliest
        self.latest = latest
    }
}

/// A row of `quiesce why-killed`: how a launch ended, or that it was killed.
// derive: json sorted
public struct EndingRow: Sendable, Hashable {
    /// The number of the decision; nil if the device restarted since.
    public var seq: UInt64?
    /// ISO 8601 with milliseconds.
    public var time: String
    public var app: String
    public var launch: UInt64?
    /// `kill`, or `end` where it ended by itself.
    public var kind: String
    public var reason: String
    public var rule: String?
    /// The numbers that decided.
    public var detail: String?
    public var sentence: String
    /// Advice on how to avoid it.
    public var change: String?

    public init(
        seq: UInt64?, time: String, app: String, launch: UInt64?, kind: String, reason: String,
        rule: String?, detail: String?, sentence: String, change: String?
    ) {
        self.seq = seq
        self.time = time
        self.app = app
        self.launch = launch
        self.kind = kind
        self.reason = reason
        self.rule = rule
        self.detail = detail
        self.sentence = sentence
        self.change = change
    }
}

/// The answer of `quiesce why-awake`.
// derive: json sorted
public struct AwakeAnswer: Sendable, Hashable {
    public var asleep: Bool
    /// Sleep was asked for, and is put off.
    public var keptAwake: Bool
    public var sentence: String
    /// Everything that the device itself waits for.
    public var pending: [PendingRow]
    /// Apps that execute now, in order of installation; at most 32, `more` counts the rest.
    public var apps: [App]
    public var more: Int
    /// The apps that keep the source of location on; at most 32.
    // json: location unless []
    public var location: [LocationKeeper]

    // derive: json sorted
    public struct App: Sendable, Hashable {
        public var app: String
        public var state: String
        public var launch: UInt64
        public var since: String
        public var sentence: String
        /// Its open tasks put off the device's sleep (T5).
        public var keepsAwake: Bool
        /// The screen stays on for it, as its `isIdleTimerDisabled` is set.
        // json: unless false
        public var keepsScreenOn: Bool
        public var pending: [PendingRow]
        /// When it is suspended or ended at the latest, by the limits that run now; nil: without
        /// limit.
        public var latest: String?

        public init(
            app: String, state: String, launch: UInt64, since: String, sentence: String,
            keepsAwake: Bool, keepsScreenOn: Bool = false, pending: [PendingRow], latest: String?
        ) {
            self.app = app
            self.state = state
            self.launch = launch
            self.since = since
            self.sentence = sentence
            self.keepsAwake = keepsAwake
            self.keepsScreenOn = keepsScreenOn
            self.pending = pending
            self.latest = latest
        }
    }

    public init(
        asleep: Bool, keptAwake: Bool, sentence: String, pending: [PendingRow], apps: [App],
        more: Int, location: [LocationKeeper] = []
    ) {
        self.asleep = asleep
        self.keptAwake = keptAwake
        self.sentence = sentence
        self.pending = pending
        self.apps = apps
        self.more = more
        self.location = location
    }
}
