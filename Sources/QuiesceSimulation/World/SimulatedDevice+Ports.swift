import QuiesceCore
import QuiesceShell
import QuiesceWire

// The world as the daemon's device sees it.
extension SimulatedDevice {
    /// Where SIGKILL meets the daemon.
    enum Death: Equatable {
        /// With an event read and not in the journal yet.
        case beforeRecording
        /// With an event in the journal, and nothing done about it.
        case afterRecording
        /// With so many more things that it wants of the world done.
        case afterCalls(Int)
    }

    func ports() -> Ports {
        var ports = Ports(
            now: { [unowned self] in clocks }, journal: journalPort, store: storePort,
            processes: ProcessPort(
                spawn: { [unowned self] in if permits() { spawn($0, $1) } },
                freeze: { [unowned self] in if permits() { freeze($0, $1) } },
                thaw: { [unowned self] in if permits() { thaw($0) } },
                kill: { [unowned self] in if permits() { kill($0) } }),
            apps: AppPort(
                send: { [unowned self] in if permits() { send($0, $1) } },
                drain: { [unowned self] in if permits() { drain($0) } }),
            bundles: BundlePort(
                activate: { [unowned self] _, app in if permits() { activate(app) } },
                discard: { [unowned self] _ in _ = permits() },
                remove: { [unowned self] in if permits() { remove($0) } }),
            transfers: transferPort,
            notifications: notificationPort,
            setTimer: { [unowned self] in if permits() { timer = $0 } },
            keepAwake: { [unowned self] in if permits() { watch.isKeptAwake = $0 } },
            stopped: { [unowned self] in if permits() { stopped() } },
            warn: { _ in })
        for part in parts.all { part.connect(&ports, of: self) }
        return ports
    }

    private var journalPort: JournalPort {
        JournalPort(
            append: { [unowned self] in try record($0, $1, $2) },
            hasGap: { [unowned self] in journal.hasGap },
            needsRotation: { [unowned self] in journal.needsRotation },
            rotate: { [unowned self] seq, _, machine in
                if permits() { journal.rotate(machine, seq: seq) }
            },
            reacted: { [unowned self] in reacted($0) })
    }

    private func record(_ seq: UInt64, _ moment: Moment, _ event: Event) throws {
        meetPlannedDeath()
        if nextDeath == .beforeRecording { isCut = true }
        guard permits() else { return }
        current = (moment, event)
        lastSeq = seq
        let origin = event.origin
        if let ticket = origin.ticket { watch.asked(ticket, event) }
        for part in parts.all { part.comes(event, self) }
        do {
            try journal.append(moment, event)
        } catch {
            // The device refuses it by itself.
            if let ticket = origin.ticket, origin.promise.isRefusable {
                watch.refused(ticket)
                current = nil
            }
            throw error
        }
        requests?.recorded(event)
        if nextDeath == .afterRecording { isCut = true }
    }

    private var storePort: StorePort {
        StorePort(
            submit: { [unowned self] in submit($0, $1, $2) },
            keep: { [unowned self] in if permits() { store.keep($0, $1) } },
            payload: { [unowned self] in store.payload($0) })
    }

    private func submit(
        _ changes: [StorePort.Change], _ seq: UInt64, _ completion: ((Reason?) -> Void)?
    ) {
        guard permits() else { return }
        store.submit(changes, seq, completion)
        planSync()
    }

    /// Another event is to be recorded: the one at which the daemon dies?
    private func meetPlannedDeath() {
        guard !isCut else { return }
        recordings += 1
        guard let planned = plannedDeath, planned.event == recordings else { return }
        plannedDeath = nil
        downtime = .milliseconds(1)
        switch planned.death {
        case .killedBeforeRecording: nextDeath = .beforeRecording
        case .killedAfterRecording: nextDeath = .afterRecording
        case .killedAfterActing: diesAfterEvent = true
        case .powerCut:
            nextDeath = .afterRecording
            powerFails = true
        }
    }

    /// Whether the daemon still lives to do the next thing.
    func permits() -> Bool {
        guard !isCut, !isStill else { return false }
        guard case .afterCalls(let left) = nextDeath else { return true }
        if left <= 0 {
            isCut = true
            return false
        }
        nextDeath = .afterCalls(left - 1)
        return true
    }

    /// An event has been dealt with; if the daemon died over it, it is still true that it was
    /// recorded and what it led to.
    private func reacted(_ reaction: Reaction) {
        guard !isStill, let (moment, event) = current else { return }
        current = nil
        lastMoment = moment
        trace.note(event, reaction, at: moment)
        observer?(moment, event, reaction)
        note(event, reaction)
        if !isCut { check(event, reaction) }
        if diesAfterEvent { isCut = true }
    }

    // MARK: The disk

    private func planSync() {
        guard !store.isSyncing else { return }
        store.isSyncing = true
        plan(.synced(life: life), after: .milliseconds(5))
    }

    /// Submitted changes reach the disk, or don't, and whoever waits is told.
    func synced() {
        let waiting = store.sync()
        isTellingOfDisk = true
        let life = life
        for (completion, failure) in waiting {
            // The daemon may have died of an earlier answer, and nobody else has asked.
            guard life == self.life else { break }
            daemon { _ in completion(failure) }
        }
        isTellingOfDisk = false
        // Changes that are kept because nobody waits for them are tried again with whatever comes
        // next.
    }

    // MARK: Bundles

    private func activate(_ app: AppID) {
        guard let index = index(app) else { return }
        for part in parts.all { part.installs(app, self) }
        if processes[index] != nil {
            fail(.oneProcessPerApp, "its bundle is replaced while it runs", app)
        }
    }

    private func remove(_ app: AppID) {
        guard let index = index(app) else { return }
        if processes[index] != nil { fail(.oneProcessPerApp, "it is removed while it runs", app) }
        for part in parts.all { part.removes(app, self) }
        // An app installed anew begins with launch 1 again.
        watch.launches[index] = 0
    }

    /// The place of an app; one that nobody knows is a mistake.
    func index(_ app: AppID) -> Int? {
        if let index = indices[app] { return index }
        fail(.nothingCrosses, "\(app) is no app of this device")
        return nil
    }

    // MARK: Stopping

    /// As the daemon does when every app has ended.
    private func stopped() {
        if isRebooting {
            isRebooting = false
            for part in parts.all { part.deviceRestarts(self) }
            device.take(.restarted([], deviceRestarted: true, launching: true))
            for part in parts.all { part.tookOver(self) }
            for part in parts.all { part.looksAround(self, isNew: false) }
            return tellClock()
        }
        isStopping()
    }
}
