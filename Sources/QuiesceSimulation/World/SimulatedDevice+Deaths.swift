import QuiesceCore
import QuiesceShell

// The ends of the daemon and of the device, and their new starts.
extension SimulatedDevice {
    /// SIGKILL at `death`, or at once; a new daemon starts so much later.
    func killDaemon(_ death: Death?, downtime: Interval) {
        guard daemonRuns else { return }
        self.downtime = downtime
        nextDeath = death
        if death == nil { stopDaemon() }
    }

    /// Stops the daemon: everything in flight, to the daemon and in it, is lost.
    func stopDaemon() {
        endDaemon()
        watch.forgive(downtime)
        trace.note("the daemon dies")
        plan(.daemonStarts, after: downtime)
    }

    private func endDaemon() {
        isCut = false
        nextDeath = nil
        powerFails = false
        diesAfterEvent = false
        daemonRuns = false
        life += 1
        timer = nil
        current = nil
        isRebooting = false
        closeConnections()
        for part in parts.all { part.daemonEnded(self) }
        store.forgetUnsynced()
        watch.daemonEnded()
    }

    func startDaemon() {
        guard !daemonRuns else { return }
        let recorded = journal.survivors(losing: 0)
        // The dead daemon's knowledge, if all of that was in the journal.
        let known = device.seq == journal.lastSeq ? device.machine : nil
        start(from: recorded, mustKnow: known)
    }

    private func start(
        from recorded: Restoration.Recorded?, mustKnow known: SystemMachine?
    ) {
        let facts = store.durable.facts
        let boot = String(store.boot)
        let restoration = Restoration(
            journal: recorded, storedSeq: store.durable.seq,
            facts: { [rereads] in
                let stored = facts.keys.sorted().compactMap { facts[$0] }
                return if let rereads { stored.compactMap(rereads) } else { stored }
            }, profile: profile, boot: boot, storedBoot: String(store.durable.boot), at: now)
        if var known {
            known.awaitRestart(boot: boot, known: nil)
            if known != restoration.machine {
                fail(.restartsAreEquivalent, "the state that the journal gives is another")
            }
        }
        let (tampering, mishearing) = (device.tampering, device.mishearing)
        // The clock may have been set back; no two daemons meet by the nanosecond.
        firstTicket = max(Self.firstTicket(at: now), device.lastTicket)
        device = Device(
            machine: restoration.machine, seq: restoration.seq, firstTicket: firstTicket,
            log: DecisionLog(limit: decisionsKept))
        device.ports = ports()
        device.tampering = tampering
        device.mishearing = mishearing
        journal.rotate(restoration.machine, seq: restoration.seq)
        daemonRuns = true
        if restoration.seq < lastSeq || restoration.isFromFacts {
            watch.goOn(
                from: restoration.machine,
                journalUpTo: restoration.isFromFacts ? nil : restoration.seq, self)
            watch.outcome?.goOn(from: restoration.seq)
            if restoration.isFromFacts {
                watch.outcome?.restored(restoration.machine.facts, from: Array(facts.values))
            }
        }
        watch.forgive(profile.reconnectGrace + profile.expirationWarning)
        watch.restarted(restoration.machine, self)
        // The rest of an ended process is no app, if it is known which process that was.
        for process in processes.compactMap({ $0 }) where process.isHeadless {
            let app = restoration.machine.view(process.key.app)
            if app?.launch == process.key.launch, app?.pid == process.pid { bury(process) }
        }
        let found = processes.compactMap { $0 }.map { process in
            process.holder = life
            // It was opened, and the daemon died before it had told it so; or since when it has run
            // was never written down.
            if known == nil || restoration.machine.foreground == process.key.app {
                process.overstaysAt = nil
            }
            return ObservedProcess(
                app: process.key.app, launch: process.key.launch, pid: process.pid,
                frozen: process.stands)
        }
        for process in processes.compactMap({ $0 }) {
            plan(.call(process, { [self] in accept(process) }), after: .milliseconds(10))
        }
        for part in parts.all {
            part.daemonStarts(as: restoration.machine, knowsAll: known != nil, self)
        }
        daemon { device in
            // The core takes the dead daemon's timer for set until it hears of the restart.
            timer = device.machine.timerAt
            hasTakenOver = false
            for part in parts.all { part.setsRight(self) }
            guard !isCut, finding == nil else { return }
            tellClockBeforeStart(device)
            hasTakenOver = true
            timer = nil
            guard !isCut, finding == nil else { return }
            device.take(
                .restarted(found, deviceRestarted: restoration.deviceRestarted, launching: true))
            guard !isCut, !isStill else { return }
            for part in parts.all { part.tookOver(self) }
            let corrections = store.corrections(
                device.machine.facts, payloads: Set(device.machine.payloadsInUse))
            let uninstalled = appsOfStore.filter { device.machine.view($0) == nil }
            device.reconcile(corrections, uninstalled: uninstalled)
        }
        senseZone()
        for part in parts.all { part.looksAround(self, isNew: true) }
        let again = requests?.takeOpen(journalLost: recorded == nil) ?? []
        let wait: Interval = locksAtStart ? .seconds(2) : .milliseconds(20)
        for action in again { plan(.perform(action), after: wait) }
    }

    /// A daemon that starts has the device locked.
    var locksAtStart: Bool { parts.all.contains { $0.locksAtStart(self) } }

    /// Everything stops at once. What the disk had been told to keep is there, and the journal but
    /// for its last events.
    func cutPower(losing lost: Int) {
        trace.note("the power is cut")
        if powerFails { powerCutAt = elapsed }
        for part in parts.all { part.powerFails(self) }
        store.loseStaged { payload in
            parts.all.contains { $0.isUnpromised(payload, store.durable) }
        }
        endDaemon()
        boot(from: journal.survivors(losing: lost))
    }

    private func boot(from recorded: Restoration.Recorded?) {
        agenda.removeAll()
        for index in processes.indices {
            processes[index]?.lives = false
            processes[index]?.app.ended()
            processes[index] = nil
        }
        clocks.instant = .zero + .seconds(5)
        clocks.awake = .zero + .seconds(5)
        for part in parts.all { part.boots(self) }
        store.boot += 1
        start(from: recorded, mustKnow: nil)
        if requests != nil { for part in parts.all { part.beginsAgain(self) } }
    }

    /// The device was shut down in order, and is started again.
    func isStopping() {
        // After the answer to whoever asked, as the daemon does.
        plan(.deviceStops(life: life), after: .milliseconds(10))
    }

    func deviceStops() {
        guard daemonRuns else { return }
        synced()
        trace.note("the device stops")
        let all = journal.survivors(losing: 0)
        endDaemon()
        boot(from: all)
    }

    /// No process runs, and neither does the daemon.
    func stall(_ time: Interval) {
        clocks = clocks.advanced(by: time)
        // A timer this little late looks like any other: nobody could know that the machine stood
        // still.
        if let timer, timer <= clocks.instant, clocks.instant - timer <= Limits.timerLateness {
            watch.unnoticedStall = clocks.awake
        }
        watch.forgive(time + time + profile.expirationWarning)
    }
}
