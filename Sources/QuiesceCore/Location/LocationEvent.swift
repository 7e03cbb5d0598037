/// The events of location that the core hears. Fixes are among the events: they decide which app is
/// woken and what the app is told, so they are journalled and replayed.
// derive: cases
public enum LocationEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, LocationRequest)
    /// The source that is on says where the device is.
    case located(LocationFix)
    /// A tool does: that is believed, wherever it was before.
    case placed(LocationFix)
    /// Likewise, where it points to.
    case turned(HeadingReading)
    /// The abilities of the sources, when those change.
    case able(LocationAbilities)
    /// A beacon is heard now.
    case heard(Beacon)
    /// It isn't any more, as a tool says; else its silence does.
    case silent(Beacon)
}

extension LocationEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .located, .placed, .turned, .able, .heard, .silent: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .located(let fix): "fix \(fix.words)"
        case .placed(let fix): "place \(fix.words)"
        case .turned(let reading): "heading \(reading.magnetic)"
        case .able(let abilities):
            "able \(abilities.location ? 1 : 0) \(abilities.heading ? 1 : 0)"
        case .heard(let beacon): "heard \(beacon.words)"
        case .silent(let beacon): "silent \(beacon.words)"
        }
    }
}

extension Beacon {
    fileprivate var words: String { "\(uuid) \(major) \(minor)" }
}

extension LocationFix {
    fileprivate var words: String {
        "\(position.latitude) \(position.longitude) \(time.nanoseconds)"
    }
}

extension LocationRequest {
    fileprivate var words: String {
        switch self {
        case .start(let manager, let wish, let again):
            "start \(manager) \(wish.accuracy) \(wish.distance)\(again ? " again" : "")"
        case .stop(let manager): "stop \(manager)"
        case .startHeading(let manager, let filter): "startHeading \(manager) \(filter)"
        case .stopHeading(let manager): "stopHeading \(manager)"
        case .startSignificant: "startSignificant"
        case .stopSignificant: "stopSignificant"
        case .monitor(let region): "monitor \(region.identifier)"
        case .stopMonitoring(let region): "stopMonitoring \(region)"
        case .requestState(let region): "requestState \(region)"
        case .authorize(let always): "authorize \(always ? 1 : 0)"
        }
    }
}

/// A step of the shell for location.
// derive: cases written
public enum LocationEffect: Sendable, Hashable {
    /// An app that executes hears of it. Nobody waits for that.
    case tell(AppID, Launch, LocationUpdate)
}

/// A callback about location, acknowledged by its return.
// derive: json
public struct LocationCall: Sendable, Hashable {
    /// nil: the app executed, and needed no wake-up.
    public var wake: WakeID?
    public var news: LocationNews

    public init(wake: WakeID?, _ news: LocationNews) {
        self.wake = wake
        self.news = news
    }
}

extension LocationCall: CapabilityCall {
    var name: String {
        switch news {
        case .update, .significant: "didUpdateLocations"
        case .entered: "didEnterRegion"
        case .left: "didExitRegion"
        }
    }
}

extension LocationNews {
    /// The kind of wake-up that hands the news to an app.
    package var kind: WakeKind {
        switch self {
        case .update: .location
        case .significant: .significant
        case .entered, .left: .region
        }
    }
}
