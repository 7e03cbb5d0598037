import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Looks at programs that were left, for work that nobody declared: at once, after a second, and
/// while there is any, every few seconds. Belongs to the loop's thread.
final class BusyPrograms: DaemonService {
    private struct Watched {
        var last: WorkSample?
        /// The device's last word of it.
        var told: [BusyWork]?
        var isUnderWay = false
    }

    private unowned let device: Device
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker
    private var timer: OneShotTimer!
    private var watched: [ProcessKey: Watched] = [:]

    init(
        _ processes: any AppProcesses, _ device: Device, loop: EventLoop, worker: Worker
    ) throws(SystemCallError) {
        self.processes = processes
        self.device = device
        self.loop = loop
        self.worker = worker
        timer = try OneShotTimer(loop: loop) { [unowned self] in look() }
        // Later, as the device is at an event.
        device.busy.port = BusyPort { [weak self] keys in loop.later { self?.watch(keys) } }
    }

    func begin() { device.looksForWork() }

    func shutdown() {
        watched = [:]
        timer.clear()
    }

    private func watch(_ keys: [ProcessKey]) {
        watched = Dictionary(uniqueKeysWithValues: keys.map { ($0, watched[$0] ?? Watched()) })
        if keys.isEmpty {
            timer.clear()
        } else if watched.values.contains(where: { $0.last == nil }) {
            look()
        }
    }

    private func look() {
        for (key, program) in watched where !program.isUnderWay {
            guard let reader = processes.processReader(key) else { continue }
            watched[key]?.isUnderWay = true
            loop.perform(on: worker) {
                WorkSample(of: reader.pids())
            } then: { [weak self] in
                self?.take($0, of: key)
            }
        }
        let isNew = watched.values.contains { $0.told == nil }
        timer.set(microseconds: isNew ? Limits.firstLookMicroseconds : Limits.nextLookMicroseconds)
    }

    private func take(_ sample: WorkSample, of key: ProcessKey) {
        guard let program = watched[key] else { return }
        watched[key]?.isUnderWay = false
        watched[key]?.last = sample
        let works = sample.works(since: program.last)
        guard works != program.told, program.last != nil || !works.isEmpty else { return }
        watched[key]?.told = works
        device.looked(at: key, found: works)
    }
}
