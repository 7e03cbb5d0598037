/// A row of `quiesce log` (D2).
// derive: json sorted
public struct LogRow: Sendable, Hashable {
    public var seq: UInt64
    /// ISO 8601 with milliseconds.
    public var time: String
    public var app: String?
    /// `input`, `transition`, `task`, `deliver`, `merge`, `wake`, `refuse` or `kill`
    public var kind: String
    public var from: String?
    public var to: String?
    /// A stable word: `launchTimedOut` …
    public var reason: String
    /// A behaviour's number: `W1` …
    public var rule: String?
    public var detail: String?
    /// `reason` and `detail` in plain words; in `why` alone.
    public var sentence: String?
    /// Advice on how to avoid an end or a refusal; in `why` alone.
    public var change: String?

    public init(
        seq: UInt64, time: String, app: String?, kind: String, from: String?, to: String?,
        reason: String, rule: String?, detail: String?, sentence: String? = nil,
        change: String? = nil
    ) {
        self.seq = seq
        self.time = time
        self.app = app
        self.kind = kind
        self.from = from
        self.to = to
        self.reason = reason
        self.rule = rule
        self.detail = detail
        self.sentence = sentence
        self.change = change
    }
}
