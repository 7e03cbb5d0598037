import Foundation
import QuiesceCore
import QuiesceWire

/// The shell's heart: takes an event and runs the core. The event is recorded, then comes what the
/// core made of it: the shell acts (`Device+Effects`), commits what must last, and keeps its
/// promises when that is on disk (`Device+Commit`).
///
/// Belongs to the loop's thread. It touches the world through `Ports` alone, so the daemon and the
/// simulator run this same code.
package final class Device {
    package private(set) var machine: SystemMachine
    package let log: DecisionLog
    /// The number of the last event in the journal.
    package var seq: UInt64 { recorded }
    private var recorded: UInt64
    /// Set once, before the first event: the ports' implementations report to the device.
    package var ports: Ports! {
        get { world }
        set { world = newValue }
    }
    // Properties that are private here and shown under another name are used with every event: the
    // compiler sees all of their uses, and needn't check at each that no other is under way.
    private(set) var world: Ports!
    /// Changes what the core answered, before anything is done about it: how a test plants a bug.
    package var tampering: ((Reaction) -> Reaction)? {
        get { tamper }
        set { tamper = newValue }
    }
    private var tamper: ((Reaction) -> Reaction)?
    /// Changes what the core hears, after it was recorded: the other way to plant one.
    package var mishearing: ((Event) -> Event)? {
        get { mishear }
        set { mishear = newValue }
    }
    private var mishear: ((Event) -> Event)?
    /// Events could not be journalled since; nil once they can be, and the journal is whole again.
    package private(set) var journalFailure: String? {
        didSet { isJournalled = journalFailure == nil }
    }
    private(set) var isJournalled = true
    /// The decisions since somebody began to collect them; nil: nobody does.
    private var decided: [Decision]?

    private var waiting: [Event] = []
    private var isTaking = false
    /// The callers who wait, and whether the event can still be refused when it can't be recorded.
    private var callers: [Ticket: (reply: (Answer) -> Void, isRefusable: Bool)] = [:]
    /// The payloads that the next event's facts name.
    var payloads: [StorePort.Change] = []
    /// The shell's knowledge of transfers beside the store.
    package let transfers = TransferTracker()
    /// The contents of notifications.
    let notifications = NotificationCache()
    /// Apps are told of it. No rule depends on it.
    package var ownScreen = DeviceScreen.standard
    package var motion = MotionRouter()
    package var location = LocationProxy()
    package var audio = AudioProxy()
    package var voip = VoIPPort()
    package var accessories = AccessoryProxy()
    package var bluetooth = BluetoothProxy()
    package var idleTimer = IdleTimerProxy()
    package var windows = WindowProxy()
    package var busy = BusyProxy()
    package var traffic = TrafficProxy()
    /// The URL schemes and domains that apps were told can be opened.
    var toldLinks: (schemes: [String], domains: [String]) = ([], [])
    /// Files and apps' folders that are deleted once the disk knows that they are no more.
    var deletions = Deletions()
    var acknowledgements = Acknowledgements()
    /// The disk's knowledge of fetches.
    var storedFetches: StoredFetches
    /// Grows whenever the line to the push gateway is ended by this device: what came over an
    /// earlier one isn't taken any more.
    var pushLine: UInt64 = 0
    /// The keys of facts that the disk didn't take together with a push.
    var unstored: Set<String> = []
    /// Changes that the daemon before didn't get to store, as long as they aren't stored.
    var reconciliation: Reconciliation?
    /// Fetches that are under way, and their apps' use of the device before.
    var fetchesBegan: [WakeID: FetchUse] = [:]
    /// The newest ticket, or payload's handle: they are numbered together.
    package private(set) var lastTicket: UInt64

    /// - Parameter firstTicket: larger than any ticket of an earlier daemon.
    package init(
        machine: SystemMachine, seq: UInt64, firstTicket: UInt64,
        log: DecisionLog = DecisionLog()
    ) {
        self.machine = machine
        self.log = log
        recorded = seq
        storedFetches = StoredFetches(machine.facts)
        // Payloads outlive daemons, and the clock that tickets begin with may have been set back.
        lastTicket = max(firstTicket, machine.payloadsInUse.map(\.value).max() ?? 0)
    }

    /// Takes an event, and those that it leads to, in order.
    package func take(_ event: Event) {
        guard !isTaking else { return waiting.append(event) }
        for use in uses(before: event) { take(use) }
        isTaking = true
        handle(event)
        var next = 0
        while next < waiting.count {
            handle(waiting[next])
            next += 1
        }
        if next > 0 { waiting.removeAll(keepingCapacity: true) }
        isTaking = false
    }

    /// Takes an event whose answer somebody waits for. `reply` is called once, maybe at once.
    package func ask(_ event: (Ticket) -> Event, reply: @escaping (Answer) -> Void) {
        let ticket = newTicket()
        let event = event(ticket)
        callers[ticket] = (reply, event.origin.promise.isRefusable)
        take(event)
    }

    /// Everything that is decided while `body` runs.
    package func decisions(while body: () -> Void) -> [Decision] {
        decided = []
        defer { decided = nil }
        body()
        return decided ?? []
    }

    /// Looks at the policy's state without copying it: inout only lends it.
    package func inspect<Answer>(_ body: (inout SystemMachine) -> Answer) -> Answer {
        body(&machine)
    }

    // MARK: One event

    private func handle(_ event: Event) {
        let now = world.now()
        guard record(event, now) else { return }
        var reaction = machine.handle(mishear?(event) ?? event, at: now)
        if let tamper { reaction = tamper(reaction) }
        // First what somebody waits for. The event is in the journal; the store would only queue
        // what it is given.
        act(reaction.effects)
        commit(reaction, of: event)
        storeOwed()
        deleteLeft()
        // A disk that fails says nothing when it is well again: it is tried with whatever happens
        // next.
        if reconciliation != nil { goOnReconciling() }
        feedMotion(after: event)
        tellLinks(after: event)
        followLocation()
        followAudio()
        followAccessories()
        followBluetooth()
        followIdleTimer()
        followWindows()
        followBusy()
        followTraffic()
        log.append(reaction.decisions)
        decided?.append(contentsOf: reaction.decisions)
        world.journal.reacted(reaction)
        if world.journal.needsRotation() { world.journal.rotate(recorded, now, machine) }
    }

    /// - Returns: whether the event is to be handled. What a tool asks for is refused when it can't
    ///   be recorded; what has happened has happened, recorded or not.
    private func record(_ event: Event, _ now: Moment) -> Bool {
        do {
            try world.journal.append(recorded + 1, now, event)
            recorded += 1
            if !isJournalled, !world.journal.hasGap() { journalFailure = nil }
            return true
        } catch {
            if isJournalled { world.warn("the journal can't be written: \(error)") }
            journalFailure = "\(error)"
            let origin = event.origin
            guard let ticket = origin.ticket, origin.promise.isRefusable else {
                recorded += 1
                return true
            }
            answer(ticket, .refused(Refusal(.noSpace)))
            return false
        }
    }

    // MARK: Callers

    /// Never given before.
    func newTicket() -> Ticket {
        lastTicket += 1
        return Ticket(lastTicket)
    }

    func answer(_ ticket: Ticket, _ answer: Answer) {
        callers.removeValue(forKey: ticket)?.reply(answer)
    }

    /// Whether who waits can still be told that it isn't done.
    func isRefusable(_ ticket: Ticket) -> Bool { callers[ticket]?.isRefusable == true }
}
