/// The first row of `quiesce forecast`; a `ForecastRow` for each wake-up follows.
// derive: json sorted
public struct ForecastSummary: Sendable, Hashable {
    /// ISO 8601 with milliseconds, as all times here.
    public var from: String
    public var to: String
    public var wakeUps: Int
    /// Wake-ups if everything had one of its own, and how many of them merging saves.
    public var unmerged: Int
    public var saved: Int
    /// The apps that keep the source of location on, so that each move may be a wake-up besides; at
    /// most 32.
    // json: location unless []
    public var location: [LocationKeeper]

    public init(
        from: String, to: String, wakeUps: Int, unmerged: Int, saved: Int,
        location: [LocationKeeper] = []
    ) {
        self.from = from
        self.to = to
        self.wakeUps = wakeUps
        self.unmerged = unmerged
        self.saved = saved
        self.location = location
    }
}

/// One moment at which the device is to be awake. One with much to do comes as several, of the same
/// time.
// derive: json sorted
public struct ForecastRow: Sendable, Hashable {
    public var time: String
    public var work: [Work]

    // derive: json sorted
    public struct Work: Sendable, Hashable {
        /// nil: the device itself.
        public var app: String?
        /// `fetch`, `refresh`, `processing`, `notification`, `transfer` or `calendar`
        public var kind: String
        /// Why, or which: of a fetch `inUse`, `expectedOpen`, `habit` or `beginning`; a background
        /// task's identifier; a notification's number.
        public var reason: String?
        /// It may be done from here on, …
        public var earliest: String
        /// … and is done here at the latest.
        public var latest: String

        public init(
            app: String?, kind: String, reason: String?, earliest: String, latest: String
        ) {
            self.app = app
            self.kind = kind
            self.reason = reason
            self.earliest = earliest
            self.latest = latest
        }
    }

    public init(time: String, work: [Work]) {
        self.time = time
        self.work = work
    }
}
