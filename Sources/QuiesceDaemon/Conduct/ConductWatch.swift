import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// Looks at what apps hold and use, and keeps them from what they may not have. All of it on the
/// worker: no suspension waits for it. Belongs to the loop's thread.
final class ConductWatch: DaemonService {
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker
    private let cap: CPUCap
    private let deviceCgroup: String?
    private let groups: (AppID) -> [(name: String, path: String)]
    private var meters = TrafficMeters()
    /// Apps that are to come first, or to stand back, where the kernel hasn't taken it yet.
    private var owedPrecedence: [ProcessKey: Bool] = [:]
    /// Why sockets can't be hidden here, once that was tried in vain.
    private var hidingFailure: CInt?

    /// - Parameter groups: the shared containers of an app: name and path without symbolic links.
    init(
        _ processes: any AppProcesses, deviceName: String, deviceCgroup: String?, loop: EventLoop,
        worker: Worker, groups: @escaping (AppID) -> [(name: String, path: String)]
    ) {
        self.processes = processes
        self.loop = loop
        self.worker = worker
        self.groups = groups
        self.deviceCgroup = deviceCgroup
        cap = CPUCap(deviceName: deviceName, device: deviceCgroup)
    }

    /// The limits that are in force.
    func report(in status: inout DeviceStatus) {
        status.notes += [cap.note, CPUPrecedence.note(cgroup: deviceCgroup)]
        if let hidingFailure {
            status.notes.append(
                "sockets that suspended apps left open can't be hidden here (\(describe(errno: hidingFailure))), and are reported only"
            )
        }
    }

    var port: ConductPort {
        ConductPort(
            examine: { [unowned self] in examine($0, $1, then: $2) },
            restrain: { [unowned self] in restrain($0, $1) },
            receipts: { [unowned self] in receipts(of: $0) },
            cpuTime: { [unowned self] in processes.processReader($0)?.cpuTime })
    }

    /// Counts bytes that an app receives from now on; the machine's, where nothing counts by
    /// cgroup.
    private func receipts(of key: ProcessKey) -> (() -> UInt64?)? {
        if let cgroup = processes.processReader(key)?.cgroup,
            let meter = meters.meter(of: key, cgroup: cgroup), let before = meter.received
        {
            return { meter.received.map { $0 - before } }
        }
        guard let before = NetworkTraffic.received(net: "/proc/net") else { return nil }
        return {
            guard let now = NetworkTraffic.received(net: "/proc/net"), now >= before
            else { return nil }
            return now - before
        }
    }

    func examine(
        _ key: ProcessKey, _ examination: Examination, then completion: @escaping (Findings) -> Void
    ) {
        guard let reader = processes.processReader(key) else { return }
        let groups = groups(key.app)
        loop.perform(on: worker) {
            switch examination {
            case .suspended: Self.held(reader, groups)
            case .executing: Self.used(reader)
            }
        } then: {
            completion($0)
        }
    }

    private static func held(
        _ reader: ProcessReader, _ groups: [(name: String, path: String)]
    ) -> Findings {
        let holdings = ProcessHoldings(
            of: reader.pids(), groups.isEmpty ? [.sockets] : [.locks, .sockets], groups: groups)
        var ports: [OpenPort] = []
        for listener in holdings.listeners where !ports.contains(listener.port) {
            ports.append(listener.port)
        }
        return Findings(
            locks: Array(holdings.locks.prefix(Limits.findingsNamed)),
            ports: Array(ports.prefix(Limits.findingsNamed)))
    }

    private static func used(_ reader: ProcessReader) -> Findings {
        Findings(gpu: ProcessHoldings(of: reader.pids(), [.gpu]).gpu, cpu: reader.cpuTime)
    }

    func restrain(_ key: ProcessKey, _ restraint: Restraint) {
        guard let reader = processes.processReader(key) else { return }
        switch restraint {
        case .cpu(let allowed, let window):
            let percent = allowed.map { $0.nanoseconds * 100 / max(1, window.nanoseconds) }
            let (cap, name) = (cap, key.description)
            worker.submit { cap.apply(percent, to: name, reader) }
        case .pageOut:
            worker.submit { PageOut.run(reader) }
        case .precedence(let inFront):
            owedPrecedence[key] = inFront
            setPrecedence(of: key, inFront, reader, tries: CPUPrecedence.tries)
        case .ports(let hidden):
            loop.perform(on: worker) {
                Self.shut(reader, hidden)
            } then: { [self] failure in
                if hidden, let failure { hidingFailure = failure }
            }
        }
    }

    /// Other work of the worker comes between two tries.
    private func setPrecedence(
        of key: ProcessKey, _ inFront: Bool, _ reader: ProcessReader, tries: Int
    ) {
        loop.perform(on: worker) {
            CPUPrecedence.set(inFront, reader)
        } then: { [weak self] isDone in
            guard let self, owedPrecedence[key] == inFront else { return }
            if isDone || tries == 1 {
                owedPrecedence[key] = nil
            } else {
                setPrecedence(of: key, inFront, reader, tries: tries - 1)
            }
        }
    }

    /// Drops what comes in at the sockets that an app waits at, or lets it in again: the app finds
    /// its sockets as it left them.
    /// - Returns: an error number.
    private static func shut(_ reader: ProcessReader, _ shut: Bool) -> CInt? {
        var failure: CInt?
        for listener in ProcessHoldings(of: reader.pids(), [.sockets]).listeners {
            let socket = ql_take_descriptor(listener.pid, listener.descriptor)
            guard socket >= 0 else {
                failure = -socket
                continue
            }
            defer { close(socket) }
            let answer = ql_shut_in(socket, shut)
            if answer < 0 { failure = -answer }
        }
        return failure
    }

    /// No process of the app is left.
    func forget(_ key: ProcessKey) {
        meters.forget(key)
        owedPrecedence[key] = nil
        let (cap, name) = (cap, key.description)
        worker.submit { cap.remove(name) }
    }
}

extension ProcessReader {
    fileprivate var cpuTime: Interval? {
        cpuMicroseconds().map { Interval(nanoseconds: Int64(clamping: $0) * 1_000) }
    }
}
