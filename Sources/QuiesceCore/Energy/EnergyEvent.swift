/// The events of energy that the core hears.
// derive: cases
public enum EnergyEvent: Sendable, Hashable {
    /// An app is done with a fetch, or has ended over it: time of a core that its processes had
    /// since it was handed that, and bytes that came in for it, at most; zero where nobody counts.
    /// Comes before `Event.completeWake`, or before `Event.exited`. Nothing is said of a fetch over
    /// which the daemon died.
    case used(AppID, Launch, WakeID, cpu: Interval, received: UInt64)
}

extension EnergyEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? { nil }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .used(let app, let launch, let wake, let cpu, let received):
            "\(app.name).\(launch.number) \(wake.value) \(cpu.nanoseconds) \(received)"
        }
    }
}

extension AppCall {
    /// The wake-up in which an app fetches, and which it is charged for, if the call begins one.
    package var fetch: WakeID? {
        if case .performFetch(let wake) = self { return wake }
        if case .backgroundTask(let wake, _) = self { return wake }
        return nil
    }
}
