@testable import QuiesceCore

// The daemon, and the device, begin anew.
extension TestDevice {
    /// Restarts the daemon: nothing but what it had stored or journalled survives.
    func restartDaemon(after downtime: Interval = .zero) throws {
        machine = try roundTrip(machine)
        now = now.advanced(by: downtime)
        timer = nil
        agent.endWithDaemon()
        desktop.asked = []
        keptAwake = false
        // They were in the old daemon's memory; without a passcode the new one finds them.
        keysHeld = !machine.isPasscodeSet
        pending.removeAll {
            switch $0.action {
            case .event(.transfer(let event)): event.isOfApps
            case .event: true
            case .connect, .handle, .request, .exit: false
            }
        }
        for app in processes.keys { processes[app]?.connected = false }
        let alive = processes.values.sorted { $0.app < $1.app }
        for process in alive where !process.frozen { act(process, .connect) }
        for app in processes.keys where processes[app]?.frozen == false {
            if processes[app]?.freezing != nil { processes[app]?.frozen = true }
            processes[app]?.freezing = nil
        }
        send(.restarted(observed, deviceRestarted: false, launching: true))
        run()
    }

    var observed: [ObservedProcess] {
        processes.values.sorted { $0.app < $1.app }.map {
            ObservedProcess(app: $0.app, launch: $0.launch, pid: $0.pid, frozen: $0.frozen)
        }
    }

    /// Power is lost: only facts survive.
    func restartDevice() {
        processes = [:]
        pending = []
        timer = nil
        agent.endWithDaemon()
        desktop = TestDesktop(history: desktop.history)
        keptAwake = false
        now.instant = .zero + .seconds(5)
        now.awake = .zero + .seconds(5)
        machine = SystemMachine(
            restoring: stored.keys.sorted().compactMap { stored[$0] }, profile: machine.profile,
            lastDecision: machine.lastDecision, at: now)
        keysHeld = !machine.isPasscodeSet
        send(.restarted([], deviceRestarted: true, launching: true))
        run()
    }
}
