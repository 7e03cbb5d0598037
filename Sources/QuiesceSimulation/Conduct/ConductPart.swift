import QuiesceCore
import QuiesceShell

/// Resources that apps hold and use, by their behaviour.
final class ConductPart: SimulatedPart {
    /// The use by the newest process of each app of which anything was noted.
    fileprivate var uses: [AppID: (pid: Int32, use: SimulatedUse)] = [:]

    fileprivate func use(of process: SimulatedProcess) -> SimulatedUse {
        if let (pid, use) = uses[process.key.app], pid == process.pid { return use }
        return SimulatedUse(from: process.startedAt)
    }

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        ports.conduct = ConductPort(
            examine: { [unowned self, unowned device] in
                if device.permits() { examine($0, $1, device, $2) }
            },
            restrain: { [unowned self, unowned device] in
                if device.permits() { restrain($0, $1, device) }
            })
    }

    /// Examines a process, and tells the findings a little later: by then they may be about another
    /// time.
    private func examine(
        _ key: ProcessKey, _ examination: Examination, _ device: SimulatedDevice,
        _ completion: @escaping (Findings) -> Void
    ) {
        guard let process = device.live(key) else { return }
        judgeHosted(process, "its use of the machine is measured", device)
        let life = device.life
        let body = { [unowned self, unowned device] in
            guard process.isAlive, life == device.life else { return }
            completion(findings(process, examination, device))
        }
        device.plan(.told(body, life: life), after: .milliseconds(2))
    }

    private func findings(
        _ process: SimulatedProcess, _ examination: Examination, _ device: SimulatedDevice
    ) -> Findings {
        let behaviour = device.scripts[process.index].behaviour
        useChanges(of: process, device)
        switch examination {
        case .suspended:
            if let holdings = process.app.holdings { return holdings }
            let group = behaviour.holdsLock ? device.apps[process.index].groups.first : nil
            return Findings(
                locks: group.map { [HeldLock(group: $0, file: "shared.db", kind: .posix)] } ?? [],
                ports: behaviour.listens.map { [OpenPort(.tcp, $0)] } ?? [])
        case .executing:
            return Findings(
                gpu: behaviour.usesGPU
                    ? GPUUse(device: "/dev/dri/renderD128", busy: process.use.gpu) : nil,
                cpu: process.use.cpu)
        }
    }

    private func restrain(
        _ key: ProcessKey, _ restraint: Restraint, _ device: SimulatedDevice
    ) {
        guard let process = device.live(key) else { return }
        switch restraint {
        case .cpu(let allowed, let window):
            if allowed != nil { judgeHosted(process, "its CPU time is limited", device) }
            useChanges(of: process, device)
            process.use.cap = allowed.map { $0.nanoseconds * 100 / max(1, window.nanoseconds) }
        case .pageOut:
            if !process.isFrozen {
                device.fail(.frozenIsSuspended, "it is paged out while it executes", key.app)
            }
        case .precedence(let inFront):
            process.use.isInFront = inFront
        case .ports(let hidden):
            if hidden { judgeHosted(process, "nobody reaches its sockets", device) }
            process.use.hidesPorts = hidden
        }
    }

    /// A program that knows nothing of the system knows none of its limits either (Y6).
    private func judgeHosted(
        _ process: SimulatedProcess, _ mistake: String, _ device: SimulatedDevice
    ) {
        guard device.apps[process.index].isHosted else { return }
        device.fail(.hostedIsUnlimited, mistake, process.key.app)
    }

    /// Counts what it has used until now.
    func useChanges(of process: SimulatedProcess, _ device: SimulatedDevice) {
        let behaviour = device.scripts[process.index].behaviour
        process.use.go(on: device.now.awake, runs: !process.isFrozen, behaviour)
    }
}

extension SimulatedProcess {
    /// The process's use of the machine.
    var use: SimulatedUse {
        get { device.parts.conduct.use(of: self) }
        set { device.parts.conduct.uses[key.app] = (pid, newValue) }
    }
}

extension Invariant {
    public static let hostedIsUnlimited = Self(
        "a program that knows nothing of the system is held to none of its limits")
}
