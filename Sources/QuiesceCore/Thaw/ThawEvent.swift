/// The events of scheduled thaws that the core hears.
// derive: cases
public enum ThawEvent: Sendable, Hashable {
    /// The user gives a hosted program a schedule; nil: its Info.plist's counts again.
    case schedule(AppID, ThawSchedule?, Ticket)
    /// News of the connections of a program that is thawed on traffic.
    case traffic(AppID, Launch, TrafficNews)
}

/// News of a program's connections.
// derive: cases
public enum TrafficNews: Sendable, Hashable {
    /// Data, or somebody who connects, wait for it, as it is frozen.
    case arrived
    /// It has no connections, as it is frozen.
    case hasNone
    /// It is thawed, and no data come or go any more.
    case rests
    /// A server has sent it something and closed the connection so long after, as it was frozen.
    case gaveUp(after: Interval)
    /// It has connected again to a server that had closed a connection while it was frozen, and had
    /// asked for nothing.
    case connectedAnew
    /// So much CPU time it took in so much time, a minute or more, in which it was frozen, and
    /// thawed at least once.
    case tookFrozen(cpu: Interval, in: Interval)
    /// So much it took awake, for Y7 alone.
    case tookAwake(cpu: Interval, in: Interval)
}

extension ThawEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? { nil }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .schedule(_, _, let ticket): (ticket, .obliges)
        case .traffic: nil
        }
    }

    package var words: String {
        switch self {
        case .schedule(let app, let schedule, let ticket):
            "\(app.name) \(schedule?.words ?? "asDeclared") #\(ticket.value)"
        case .traffic(let app, let launch, let news):
            "\(app.name).\(launch.number) \(news.words)"
        }
    }
}

extension TrafficNews {
    var words: String {
        switch self {
        case .arrived: "data"
        case .hasNone: "no connections"
        case .rests: "rests"
        case .gaveUp(let waited): "gave up after \(waited.spoken)"
        case .connectedAnew: "connected anew"
        case .tookFrozen(let use, let time): "took \(use.spoken) in \(time.spoken) frozen"
        case .tookAwake(let use, let time): "took \(use.spoken) in \(time.spoken) awake"
        }
    }
}
