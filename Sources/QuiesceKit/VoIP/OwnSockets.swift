import Dispatch
import Glibc
import Synchronization

/// Kept sockets that the SDK itself reads for the app, on other threads than the main one (V7).
package enum OwnSockets {
    private static let readers = Mutex(0)

    /// From any thread.
    package static func keep(_ socket: Int32) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated { _ = UIApplication.running?.keepSocket(socket) }
        }
    }

    /// Closes one that is, or may be, kept. From any thread.
    package static func close(_ socket: Int32) {
        // Its number isn't another's before it is let go of.
        DispatchQueue.main.async {
            MainActor.assumeIsolated { UIApplication.running?.releaseSocket(socket) }
            Glibc.close(socket)
        }
    }

    /// Reads some of them and hands on the bytes: until then a wake-up isn't over (V9).
    package static func read(_ body: () -> Void) {
        readers.withLock { $0 += 1 }
        body()
        readers.withLock { $0 -= 1 }
    }

    static var areRead: Bool { readers.withLock { $0 > 0 } }
}
