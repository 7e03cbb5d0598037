import CQuiesceLinux
import Foundation

/// The parts of Foundation's main run loop that another loop needs in order to serve it: the
/// descriptors that say when it has something to do, and a way to have it do that.
///
/// `docs/decisions/0004-the-sdks-main-loop.md` says why the SDK has a loop of its own.
@MainActor struct MainRunLoop {
    /// An epoll descriptor, readable when a timer is due or another thread woke the run loop.
    let wakeUps: Int32
    /// An event descriptor, readable when the main dispatch queue isn't empty.
    let mainQueue: Int32

    /// - Returns: nil where this Foundation's run loop isn't built as expected.
    init?() {
        Self.serve()  // Makes the mode, and with it its epoll descriptor.
        let candidates = Self.epollDescriptors().filter { Self.firstReadable(of: [$0]) == nil }
        // Other libraries have epolls too; this timer makes one readable, that of the run loop.
        RunLoop.main.add(
            Timer(fire: Date(), interval: 0, repeats: false) { @Sendable _ in }, forMode: .default)
        let found = Self.firstReadable(of: candidates, timeoutMilliseconds: 1_000)
        guard let found, case let mainQueue = ql_main_queue_descriptor(), mainQueue >= 0 else {
            return nil
        }
        wakeUps = found
        self.mainQueue = mainQueue
        serve()
    }

    /// Fires due timers and runs what was sent to the main queue or performed on the run loop.
    func serve() { Self.serve() }

    private static func serve() {
        _ = RunLoop.main.limitDate(forMode: .default)
    }

    private static func epollDescriptors() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.sorted().filter { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(descriptor)")
            return target == "anon_inode:[eventpoll]"
        }
    }

    private static func firstReadable(
        of descriptors: [Int32], timeoutMilliseconds: Int32 = 0
    ) -> Int32? {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&entries, nfds_t(entries.count), timeoutMilliseconds)
        return entries.first { $0.revents & Int16(POLLIN) != 0 }?.fd
    }
}
