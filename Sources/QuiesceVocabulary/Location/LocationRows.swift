// The views of location for tools.

/// An app that keeps the source of location on, in `why-awake` and `forecast` (G5).
// derive: json sorted
public struct LocationKeeper: Sendable, Hashable {
    public var app: String
    /// Seconds for which it has kept it on so far.
    public var onFor: Double
    /// For what, in a line.
    public var detail: String

    public init(app: String, onFor: Double, detail: String) {
        self.app = app
        self.onFor = onFor
        self.detail = detail
    }
}

/// A row of `quiesce location`: an app that wants to know, a region that one monitors, or a place
/// where the device was.
// derive: json sorted
public struct LocationRow: Sendable, Hashable {
    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable { case app, region, place }

    public var kind: Kind
    /// nil: of no app in particular, as a place is.
    public var app: String?
    /// How it hears of standard updates: `told`, `woken` or `launched`; nil: it doesn't.
    public var updates: String?
    /// Metres within which it wants to know, and that it must have moved; nil: no standard updates.
    public var accuracy: Double?
    public var distance: Double?
    /// It wants significant changes.
    public var significant: Bool?
    /// It keeps the source on now.
    public var keepsOn: Bool?
    /// Seconds for which it has kept the source on.
    public var onFor: Double?
    /// A region's name, where the device is of it (`inside`, `outside`, `unknown`), and its radius
    /// in metres.
    public var region: String?
    public var state: String?
    public var radius: Double?
    /// Degrees, of a region's centre or a place.
    public var latitude: Double?
    public var longitude: Double?
    /// The time of a place, ISO 8601.
    public var time: String?
    /// One line for a person.
    public var detail: String

    public init(_ kind: Kind, app: String? = nil, detail: String) {
        self.kind = kind
        self.app = app
        self.detail = detail
    }
}
