/// Requests of apps and the user about background fetches and background tasks. Requests of apps
/// are numbered with their other requests.
// derive: cases
public enum FetchEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, FetchRequest)
    /// Launches or wakes the app for a background task at once, as a tool asks (F9).
    case simulate(AppID, identifier: String, Ticket)
    /// An app's request can't be kept: the disk is full, or failed.
    case notStored(UnstoredFetch, Reason)
    /// No more than so many bytes came in for the app from when it was handed a wake-up until now,
    /// when it says that it is done (F6). Nothing is said where that isn't known. Comes before
    /// `Event.completeWake`.
    case received(AppID, Launch, WakeID, atMost: UInt64)
}

/// A request of an app that the disk didn't take, and the value that it has instead.
// derive: cases
public enum UnstoredFetch: Sendable, Hashable {
    /// nil: never.
    case interval(AppID, Launch, Interval?, was: Interval?)
    /// `was`: one of the same identifier; nil: there is none.
    case task(AppID, Launch, BackgroundTaskRequest, was: BackgroundTaskRequest?)

    public var app: AppID {
        switch self {
        case .interval(let app, _, _, _), .task(let app, _, _, _): app
        }
    }
}

/// A message to an app: its request was refused (D5 of the reliability catalogue).
// derive: json
public struct FetchRefusal: Sendable, Hashable {
    /// The identifier of the background task that is refused; nil: the minimum interval is refused.
    public var identifier: String?
    public var reason: Reason

    public init(identifier: String?, reason: Reason) {
        self.identifier = identifier
        self.reason = reason
    }
}

extension Interval {
    /// An interval between fetches: never shorter than asked for.
    package init(fetchSeconds seconds: Double) {
        let most = Double(Limits.longestFetchInterval.nanoseconds)
        self.init(nanoseconds: Int64(min(max(0, (seconds * 1e9).rounded(.up)), most)))
    }
}

extension FetchEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .simulate, .notStored, .received: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .simulate(_, _, let ticket): (ticket, .obliges)
        case .asked, .notStored, .received: nil
        }
    }

    package var words: String {
        switch self {
        case .asked(let app, _, let request, .setMinimumInterval(let seconds)):
            "interval \(app.name) \(request) \(seconds.map { String(Interval(fetchSeconds: $0).nanoseconds) } ?? "never")"
        case .asked(let app, _, let request, .submit(let task)):
            "submit \(app.name) \(request) \(task.identifier)"
        case .asked(let app, _, let request, .cancel(let identifier)):
            "cancel \(app.name) \(request) \(identifier ?? "all")"
        case .simulate(let app, let identifier, _): "simulate \(app.name) \(identifier)"
        case .notStored(.interval(let app, _, let interval, _), let reason):
            "notStored \(app.name) \(interval.map { String($0.nanoseconds) } ?? "never") \(reason.rawValue)"
        case .notStored(.task(let app, _, let task, _), let reason):
            "notStored \(app.name) \(task.identifier) \(reason.rawValue)"
        case .received(let app, let launch, let wake, let bytes):
            "received \(app.name).\(launch.number) \(wake.value) \(bytes)"
        }
    }
}
