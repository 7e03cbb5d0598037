/// Where an event comes from, and who is told what becomes of it.
public struct EventOrigin: Sendable, Hashable {
    /// The app that it concerns; nil: none, or the whole device.
    public var app: AppID?
    /// The launch of the app's process that reports the event, or that the kernel reports on.
    public var launch: Launch?
    /// The number of an app's request: it is carried out once, and acknowledged.
    public var request: UInt64?
    /// The ticket of the caller that waits for an answer.
    public var ticket: Ticket?
    /// The promise of the answer.
    public var promise = Promise.nothing

    public enum Promise: Sendable {
        case nothing
        /// It begins something, and is refused where it can't be recorded.
        case begins
        /// It ends something for good. That frees resources, so it goes on even with a full disk.
        case ends
        /// A new obligation: it lasts, and is refused where it can't.
        case obliges

        /// Whether it is refused when it can't be recorded.
        package var isRefusable: Bool { self == .begins || self == .obliges }
        /// Whether its answer comes once it is stored.
        package var lasts: Bool { self == .ends || self == .obliges }
    }

    /// The user, through a tool; nil: nobody waits for an answer.
    static func user(_ ticket: Ticket?, _ promise: Promise = .nothing, of app: AppID? = nil) -> Self
    {
        Self(app: app, ticket: ticket, promise: promise)
    }

    /// A process says it, or the kernel of it.
    static func process(
        _ app: AppID, _ launch: Launch, _ request: UInt64? = nil, for ticket: Ticket? = nil
    ) -> Self {
        Self(app: app, launch: launch, request: request, ticket: ticket)
    }

    /// The machine, one of its agents, the clock.
    static let machine = Self()
}

/// The event of a capability: what the spine asks of it, whatever it says.
protocol CapabilityEvent {
    /// Which launch of an app asked for it, and the number of its request; nil: no app did.
    var speaker: (app: AppID, launch: Launch, request: UInt64)? { get }
    /// The ticket of the caller that waits for an answer to the event, and the answer's promise.
    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { get }
    /// The stable words for it, in traces: one line that doesn't depend on how Swift prints values.
    var words: String { get }
}

extension CapabilityEvent {
    var origin: EventOrigin {
        if let speaker { return .process(speaker.app, speaker.launch, speaker.request) }
        if let caller { return .user(caller.ticket, caller.promise) }
        return .machine
    }
}
