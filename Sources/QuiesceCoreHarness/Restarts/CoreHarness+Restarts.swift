import QuiesceCore

// The daemon, and the device, begin anew.
extension CoreHarness {
    /// Another daemon takes over, with the state that it has from the one before. Processes go on.
    package final func startDaemon(with state: SystemMachine, after downtime: Interval = .zero) {
        machine = state
        now = now.advanced(by: downtime)
        forgetMemory()
        desktop.endWithDaemon()
        // The agent's reports wait for the new daemon; all else was on its way to the old one.
        pending.removeAll {
            switch $0.action {
            case .event(.transfer(let event)): event.speaker != nil
            case .event: true
            case .connect, .handle, .request, .exit, .perform: false
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

    /// The processes that a daemon finds as it starts.
    package final var observed: [ObservedProcess] {
        processes.values.sorted { $0.app < $1.app }.map {
            ObservedProcess(app: $0.app, launch: $0.launch, pid: $0.pid, frozen: $0.frozen)
        }
    }

    /// Power is lost: only facts survive.
    package final func restartDevice() {
        processes = [:]
        pending.removeAll()
        desktop.endWithDevice()
        now.instant = .zero + .seconds(5)
        now.awake = .zero + .seconds(5)
        machine = store.restored(machine, at: now)
        forgetMemory()
        send(.restarted([], deviceRestarted: true, launching: true))
        run()
    }

    /// Forgets everything that was in the old daemon's memory, or its child.
    private func forgetMemory() {
        timer = nil
        keptAwake = false
        agent.endWithDaemon()
        // Without a passcode the new one finds the keys.
        keysHeld = !machine.isPasscodeSet
    }
}
