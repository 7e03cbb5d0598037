import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

extension Limits {
    /// How often zones are read where the kernel tells nobody that one has passed a trip point:
    /// what is to cool down takes minutes to, and apps are told in time.
    static let thermalPollMilliseconds = 30_000
}

/// Reports how warm the machine is. The kernel says when a zone passes a trip point, and nothing is
/// polled; only where it doesn't, and there are zones, they are read from time to time. Belongs to
/// the loop's thread.
final class ThermalWatch {
    private let root: String
    private let loop: EventLoop
    private let worker: Worker
    private let report: (DeviceConditions.ThermalState) -> Void
    private var zones = ThermalZones()
    private var last: DeviceConditions.ThermalState?
    private var events: OwnedDescriptor?
    /// nil: the kernel tells nobody.
    private var eventsNumber: CInt?
    private var timer: PeriodicTimer?
    private let period: Int

    /// - Parameters:
    ///   - root: `/sys`, or a tree like it, of which the kernel says nothing.
    ///   - period: in milliseconds.
    init(
        root: String, period: Int = Limits.thermalPollMilliseconds, loop: EventLoop, worker: Worker,
        report: @escaping (DeviceConditions.ThermalState) -> Void
    ) {
        self.root = root
        self.period = period
        self.loop = loop
        self.worker = worker
        self.report = report
        guard root == "/sys",
            let socket = try? OwnedDescriptor(
                checkingNegative: ql_genl_group_socket("thermal", "event"), "thermal events")
        else { return }
        eventsNumber = socket.number
        events = consume socket
    }

    func start() {
        if let number = eventsNumber {
            _ = try? loop.watch(number) { [weak self] _ in
                withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
                    // ENOBUFS: some were lost; what is true now is read anyway.
                    while case let count = recv(number, buffer.baseAddress, buffer.count, 0),
                        count > 0 || count < 0 && errno == ENOBUFS
                    {}
                }
                self?.read()
            }
        }
        read()
    }

    /// nil: the machine has no zones whose trip points say anything.
    var source: String? {
        guard !zones.states.isEmpty else { return nil }
        let how = eventsNumber == nil ? "read every \(period / 1_000) s" : "as the kernel tells"
        return
            "thermal state \(zones.state.rawValue), by \(zones.states.count) thermal zones, \(how)"
    }

    private func read() {
        let (root, before) = (root, zones)
        loop.perform(on: worker) {
            ThermalZones(root: root, before: before)
        } then: { [weak self] zones in
            self?.take(zones)
        }
    }

    private func take(_ zones: ThermalZones) {
        self.zones = zones
        if eventsNumber == nil, timer == nil, !zones.states.isEmpty {
            timer = try? PeriodicTimer(loop: loop) { [weak self] in self?.read() }
            timer?.start(milliseconds: period)
        }
        guard zones.state != last else { return }
        last = zones.state
        report(zones.state)
    }
}
