import Dispatch
import Foundation
import Glibc
import Synchronization

/// Changes that are undone however the run ends, the latest first: processes, cgroups and files.
enum Cleanup {
    private static let pending = Mutex<[(id: Int, undo: @Sendable () -> Void)]>([])
    private static let lastID = Mutex(0)
    private static let isSignalled = Mutex(false)

    /// - Returns: what `done` takes.
    static func add(_ undo: @escaping @Sendable () -> Void) -> Int {
        let id = lastID.withLock { id in
            id += 1
            return id
        }
        pending.withLock { $0.append((id, undo)) }
        return id
    }

    /// Undoes one thing now.
    static func run(_ id: Int) {
        let undo = pending.withLock { pending in
            pending.firstIndex { $0.id == id }.map { pending.remove(at: $0).undo }
        }
        undo?()
    }

    /// Undoes everything. After a signal that is under way already, and the process ends with it.
    static func run() {
        if isSignalled.withLock({ $0 }) {
            while true { pause() }
        }
        undoAll()
    }

    private static func undoAll() {
        while let last = pending.withLock({ $0.popLast() }) { last.undo() }
    }

    /// Undoes everything, then ends the process, on Ctrl-C and on being asked to end.
    static func onSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: DispatchQueue.global())
            source.setEventHandler { @Sendable in
                isSignalled.withLock { $0 = true }
                Progress.clear()
                undoAll()
                _exit(128 + number)
            }
            source.resume()
            _ = Unmanaged.passRetained(source as AnyObject)  // For as long as the process lives.
        }
    }
}
