import QuiesceCore
import QuiesceShell
import QuiesceWire

// The sockets between the daemon and the apps: the daemon's `AppServer` without descriptors.
extension SimulatedDevice {
    /// A connection is wanted, and accepted if there is a daemon.
    func accept(_ process: SimulatedProcess) {
        guard daemonRuns, !isStill, process.wantsConnection, process.channel == nil,
            process.lives, !process.isHeadless, !process.stands
        else { return }
        let key = process.key
        // A launch that the core thinks over is nobody's.
        guard let app = device.machine.view(key.app), app.isAlive, app.launch == key.launch else {
            return
        }
        process.wantsConnection = false
        arrive(.opened, process)
        var quota = process.quota ?? AppQuota(at: clocks.awake)
        do throws(WireError) {
            try quota.countConnection(at: clocks.awake)
            process.channel = AppChannel(key, quota: quota)
        } catch {
            arrive(.message(.error(code: error.code, message: error.message)), process)
            arrive(.closed, process)
        }
    }

    /// The app closes its end.
    func hangUp(_ process: SimulatedProcess) {
        guard process.channel != nil else { return }
        daemon { _ in
            readAll(process)
            drop(process)
        }
    }

    // MARK: To apps

    func send(_ key: ProcessKey, _ message: MessageToApp) {
        guard let process = live(key), process.channel?.sending(message) == true else { return }
        if process.isBeingRead, case .ack(let request) = message {
            process.gathered = request
            return
        }
        if case .deliver(let delivery) = message {
            watch.delivers(delivery.call, to: key.app, self)
            process.callNames[delivery.seq] = device.inspect {
                $0.callName(delivery.seq, of: key.app)
            }
        }
        write(message, to: process)
    }

    private func write(_ message: MessageToApp, to process: SimulatedProcess) {
        for part in parts.all { part.sends(message, to: process.key, self) }
        arrive(.message(message), process)
    }

    private func arrive(_ arrival: SimulatedProcess.Arrival, _ process: SimulatedProcess) {
        process.arrivals.append(arrival)
        planTurn(process)
    }

    func planTurn(_ process: SimulatedProcess) {
        guard !process.turnIsPlanned, !process.stands, !process.arrivals.isEmpty else { return }
        process.turnIsPlanned = true
        plan(.turn(process), after: .zero)
    }

    /// The app reads what lies in its socket.
    func turn(_ process: SimulatedProcess) {
        process.turnIsPlanned = false
        guard process.lives, !process.isHeadless, !process.isDoomed, !process.stands else {
            return
        }
        // Messages that come while the app reads are for its next turn.
        let count = process.arrivals.count
        for index in 0..<count where process.lives {
            switch process.arrivals[index] {
            case .opened: process.app.connected()
            case .message(let message): process.app.receive(message)
            case .closed: process.app.disconnected()
            }
        }
        process.arrivals.removeFirst(count)
    }

    // MARK: From apps

    func planRead(_ process: SimulatedProcess) {
        guard !process.readIsPlanned else { return }
        process.readIsPlanned = true
        plan(.read(process), after: .zero)
    }

    func read(_ process: SimulatedProcess) {
        process.readIsPlanned = false
        daemon { _ in
            readAll(process)
            if !process.lives || process.isHeadless { drop(process) }
        }
    }

    /// Reports everything that the app has sent so far.
    func drain(_ key: ProcessKey) {
        if let process = live(key) { readAll(process) }
    }

    func readAll(_ process: SimulatedProcess) {
        guard !process.said.isEmpty, process.channel != nil else { return }
        let isOuter = !process.isBeingRead
        process.isBeingRead = true
        var next = 0
        while next < process.said.count, !isCut, !isStill, process.channel != nil {
            let message = process.said[next]
            next += 1
            do throws(WireError) {
                switch try process.channel?.take(message, at: clocks.awake) {
                case .event(let event):
                    device.take(event)
                case .asked(let asked, let request):
                    device.take(asked, request: request, from: process.key)
                case nil:
                    for part in parts.all { try part.takes(message, from: process.key, self) }
                }
            } catch {
                arrive(.message(.error(code: error.code, message: error.message)), process)
                drop(process)
            }
        }
        process.said.removeAll(keepingCapacity: true)
        guard isOuter else { return }
        process.isBeingRead = false
        if let request = process.gathered {
            process.gathered = nil
            if process.channel != nil { write(.ack(request: request), to: process) }
        }
    }

    /// The connection ends, by either side.
    private func drop(_ process: SimulatedProcess) {
        guard let channel = process.channel else { return }
        process.channel = nil
        process.quota = channel.quota
        process.said.removeAll()
        if process.lives, !process.isHeadless { arrive(.closed, process) }
        if channel.saidHello { device.take(.disconnected(process.key.app, process.key.launch)) }
    }

    /// The daemon's end of every connection goes with it. What it had sent is there to be read.
    func closeConnections() {
        for process in processes.compactMap({ $0 }) {
            process.quota = nil
            guard process.channel != nil else { continue }
            process.channel = nil
            process.said.removeAll()
            process.isBeingRead = false
            process.gathered = nil
            arrive(.closed, process)
        }
    }
}

extension AppChannel {
    /// As the daemon does with what comes in: it counts, whatever it is, before it is looked at.
    fileprivate mutating func take(
        _ message: MessageFromApp, at now: AwakeInstant
    ) throws(WireError) -> News? {
        try count(at: now)
        return try take(message)
    }
}
