/// The results of one event, by the phase in which the shell carries them out. The event is in the
/// journal before any of them.
// derive: json written
public struct Reaction: Sendable, Hashable {
    /// Act: at once, in order.
    public var effects: [Effect] = []
    /// Commit: what must last, all of it together.
    public var changes: [Change] = []
    /// Promise: once all that was recorded so far is on disk.
    public var promises: [Promise] = []
    public var decisions: [Decision] = []

    public init(
        effects: [Effect] = [], changes: [Change] = [], promises: [Promise] = [],
        decisions: [Decision] = []
    ) {
        self.effects = effects
        self.changes = changes
        self.promises = promises
        self.decisions = decisions
    }
}

/// A change of what the shell's store keeps.
// derive: cases written
public enum Change: Sendable, Hashable {
    case record(FactChange)
    /// The shell had stored it before the core heard of it.
    case dropPayload(PayloadHandle)
}

/// The acts and messages of the shell that wait until the disk has what the device promises by
/// them.
// derive: cases written
public enum Promise: Sendable, Hashable {
    /// Whoever waits hears that it is done. Where the disk doesn't take it they are refused, unless
    /// it ended something.
    case answer(Ticket)
    /// The app need not send the request again, and none before it.
    case ack(AppID, Launch, request: UInt64)
    /// Deletes bundle, container and snapshot.
    case remove(AppID)
    case transfer(TransferPromise)
    case push(PushPromise)
}
