/// The events of programs' undeclared work that the core hears.
// derive: cases
public enum BusyEvent: Sendable, Hashable {
    /// Somebody looks at programs from now on.
    case followed
    /// A program was looked at.
    case looked(AppID, Launch, [BusyWork])
    /// Somebody calls a program on the message bus, and waits.
    case called(AppID, Launch)
}

/// Work that a program has, and nobody declared.
// derive: json
public enum BusyWork: String, Sendable, Hashable, CaseIterable {
    /// A command runs in its terminal.
    case job
    /// A debugger, or another tracer, holds one of its processes.
    case traced
    /// It sends or receives more than `Limits.busyTraffic` a second over TCP.
    case traffic
    /// It reads from a disk, or writes, more than `Limits.busyDisk` a second.
    case disk
    /// Another program waits for a lock that it has on a file.
    case lock
    /// It keeps the machine from sleeping, or from being shut down, by a lock of logind's.
    case inhibitor

    public var words: String {
        switch self {
        case .job: "a command runs in its terminal"
        case .traced: "a debugger is attached to it"
        case .traffic: "it sends or receives data"
        case .disk: "it reads or writes files"
        case .lock: "another program waits for a file that it has locked"
        case .inhibitor: "it keeps the machine awake"
        }
    }
}

extension BusyEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? { nil }
    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .followed: "followed"
        case .called(let app, let launch): "called \(app.name).\(launch.number)"
        case .looked(let app, let launch, let works):
            (["looked", "\(app.name).\(launch.number)"] + works.map(\.rawValue))
                .joined(separator: " ")
        }
    }
}
