import Foundation
import QuiesceCore

// What stops the daemon and the device, and how they start again.
extension World {
    func killDaemon(_ death: Step.DaemonDeath, _ time: Int64) {
        guard daemonRuns else { return }
        downtime = .milliseconds(time)
        switch death {
        case .idle: stopDaemon()
        case .beforeRecording, .beforeActing: nextDeath = death
        }
    }

    /// SIGKILL: what was in flight, to it and in it, is lost.
    func stopDaemon() {
        nextDeath = nil
        endDaemon()
        forgiven = forgiven + downtime
        plan(.daemonStarts(deviceRestarted: false), after: downtime)
    }

    private func endDaemon() {
        daemonRuns = false
        daemon += 1
        timer = nil
        asking = [:]
        lastTicketOfEarlierDaemon = lastTicket
        isShuttingDown = false
        isRebooting = false
        for app in apps.indices {
            processes[app]?.connected = false
            processes[app]?.inbox = []
        }
    }

    func startDaemon(deviceRestarted: Bool) {
        guard !daemonRuns else { return }
        do {
            // The journal's segment, and the events after it, give the same state again.
            let text = try JSONEncoder().encode(machine)
            let read = try JSONDecoder().decode(SystemMachine.self, from: text)
            if read != machine {
                fail(.restartsAreEquivalent, "the state read from the journal is another")
            }
            machine = read
        } catch {
            fail(.restartsAreEquivalent, "the state can't be written and read: \(error)")
        }
        restart(deviceRestarted: deviceRestarted)
    }

    private func restart(deviceRestarted: Bool) {
        daemonRuns = true
        store.reset(to: machine.facts)
        payloads = Set(machine.payloadsInUse)
        // An app installed anew begins with launch 1 again.
        for app in apps.indices where machine.view(apps[app].id) == nil { launches[app] = 0 }
        let found = apps.indices.compactMap { app in
            processes[app].map {
                ObservedProcess(
                    app: apps[app].id, launch: $0.launch, pid: $0.pid, frozen: $0.frozen)
            }
        }
        forgiven = forgiven + machine.profile.reconnectGrace + machine.profile.expirationWarning
        for app in apps.indices {
            guard let process = processes[app] else { continue }
            plan(.connect(app, process.launch), after: .milliseconds(10))
        }
        take(.restarted(found, deviceRestarted: deviceRestarted, launching: true))
    }

    /// Everything stops at once. What the disk had been told to keep is there.
    func cutPower(journalKept: Bool) {
        endDaemon()
        nextDeath = nil
        agenda.removeAll()
        for app in apps.indices { processes[app] = nil }
        now.instant = .zero + .seconds(5)
        now.awake = .zero + .seconds(5)
        if journalKept { return startDaemon(deviceRestarted: true) }
        let facts = store.durable.keys.sorted().compactMap { store.durable[$0] }
        let survived = Set(
            facts.compactMap { if case .wake(let wake) = $0 { wake.id.value } else { nil } })
        for wake in acknowledgedWakes
        where verdicts[wake.id.value] == nil && !survived.contains(wake.id.value) {
            fail(.acknowledgedIsDurable, "wake-up \(wake.id) was lost in a power cut", wake.app)
        }
        // Verdicts that the disk didn't get to know are given again.
        verdicts = verdicts.filter { !survived.contains($0.key) }
        machine = SystemMachine(
            restoring: facts, profile: machine.profile, lastDecision: machine.lastDecision, at: now)
        let lastWake = facts.reduce(UInt64(0)) {
            if case .device(let device) = $1 { max($0, device.lastWake) } else { $0 }
        }
        verdicts = verdicts.filter { $0.key <= lastWake }
        acknowledgedWakes.removeAll { !survived.contains($0.id.value) }
        for case .app(let app) in facts {
            if let index = indices[app.manifest.id] { launches[index] = app.launch.number }
        }
        restart(deviceRestarted: true)
    }

    /// The device was shut down in order, and starts again.
    func finishReboot() {
        isShuttingDown = false
        for (ticket, _) in store.sync() { asking[ticket] = nil }
        cutPower(journalKept: true)
    }

    /// No process runs, and neither does the daemon.
    func stall(_ time: Interval) {
        now = now.advanced(by: time)
        forgiven = forgiven + time + time + machine.profile.expirationWarning
    }
}
