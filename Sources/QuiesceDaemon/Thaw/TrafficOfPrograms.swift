import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Watches the connections of programs that are thawed on traffic (Y6). Belongs to the loop's
/// thread.
final class TrafficOfPrograms: DaemonService {
    private unowned let device: Device
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker
    private let logger: Logger
    private var timer: OneShotTimer!
    private var uses: ThawedUse!
    private var programs: [ProcessKey: ProgramConnections] = [:]
    /// Those whose connections are being looked for, and whether once more afterwards.
    private var underWay: [ProcessKey: Bool] = [:]
    private var refused: Set<ProcessKey> = []

    init(
        _ processes: any AppProcesses, _ device: Device, loop: EventLoop, worker: Worker,
        logger: Logger
    ) throws(SystemCallError) {
        self.processes = processes
        self.device = device
        self.loop = loop
        self.worker = worker
        self.logger = logger
        timer = try OneShotTimer(loop: loop) { [unowned self] in look() }
        uses = try ThawedUse(processes, loop: loop, worker: worker) { [unowned device] in
            device.traffic($0, of: $1)
        }
        // Later, as the device is at an event.
        device.traffic.port = TrafficPort { [weak self] watches in
            loop.later { self?.watch(watches) }
        } watchAwake: { [weak self] watches in
            loop.later { self?.uses.watch(watches) }
        }
    }

    func shutdown() {
        programs = [:]
        timer.clear()
        uses.shutdown()
    }

    private func watch(_ watches: [SystemMachine.TrafficWatch]) {
        let wanted = Dictionary(
            uniqueKeysWithValues: watches.map {
                (ProcessKey(app: $0.app, launch: $0.launch), $0.isThawed)
            })
        uses.watch(wanted)
        programs = programs.filter { wanted[$0.key] != nil }
        for (key, isThawed) in wanted {
            if let program = programs[key], program.isThawed == isThawed { continue }
            let program =
                programs[key]
                ?? ProgramConnections(loop: loop) { [weak self] in self?.tell($0, of: key) }
            programs[key] = program
            if isThawed {
                program.wake()
            } else {
                program.sleep()
                find(key)
            }
        }
        if programs.values.contains(where: \.isThawed) {
            timer.set(microseconds: Limits.trafficLookMicroseconds)
        }
    }

    /// News of a program that is no longer watched come too late.
    private func tell(_ news: TrafficNews, of key: ProcessKey) {
        if programs[key] != nil { device.traffic(news, of: key) }
    }

    private func look() {
        for (key, program) in programs where program.isThawed {
            if program.look() { find(key) }
        }
        if programs.values.contains(where: \.isThawed) {
            timer.set(microseconds: Limits.trafficLookMicroseconds)
        }
    }

    /// Looks for the program's connections, as new ones may have come.
    private func find(_ key: ProcessKey) {
        guard underWay[key] == nil else {
            underWay[key] = true
            return
        }
        guard let reader = processes.processReader(key) else { return }
        underWay[key] = false
        loop.perform(on: worker) {
            HeldConnection.all(of: reader.pids())
        } then: { [weak self] found in
            guard let self else { return }
            let isAgain = underWay.removeValue(forKey: key) == true
            guard let program = programs[key] else { return }
            if found.areSomeRefused { warn(key) }
            program.take(found)
            if isAgain { find(key) }
        }
    }

    private func warn(_ key: ProcessKey) {
        guard refused.insert(key).inserted else { return }
        logger.notice(
            "the kernel keeps some connections of \(key) to itself: data that arrive there thaw nobody, and \(key.app.name) is thawed every minute as before"
        )
    }
}
