import QuiesceShell

/// Measures what apps use, off the loop: without an account of the kernel's it takes milliseconds
/// for a large app. Belongs to the loop's thread.
final class MemoryMeter {
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker

    init(_ processes: any AppProcesses, loop: EventLoop, worker: Worker) {
        self.processes = processes
        self.loop = loop
        self.worker = worker
    }

    /// Calls `then` on the loop, with the bytes of those that have a process.
    func measure(_ keys: [ProcessKey], then: @escaping ([ProcessKey: Int]) -> Void) {
        let readers = keys.compactMap { key in processes.memoryReader(key).map { (key, $0) } }
        if readers.isEmpty { return then([:]) }
        loop.perform(on: worker) {
            Dictionary(readers.map { ($0, $1()) }, uniquingKeysWith: { first, _ in first })
        } then: {
            then($0)
        }
    }
}
