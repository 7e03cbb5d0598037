import CQuiesceLinux
import Glibc
import QuiesceLinux

/// Calls when somebody sets the clock, and once a month, so that what was looked up for some time
/// ahead is looked up again. Belongs to the loop's thread.
final class ClockWatch {
    private static let period = 30 * 86_400

    private let timer: OwnedDescriptor

    init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemCallError) {
        timer = try OwnedDescriptor(
            checking: timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        try set()
        _ = try loop.watch(timer.number) { [unowned self] _ in
            var expirations: UInt64 = 0
            let count = read(timer.number, &expirations, 8)
            // ECANCELED: the clock was set, or the machine slept.
            guard count == 8 || errno == ECANCELED else { return }
            try? set()
            handler()
        }
    }

    private func set() throws(SystemCallError) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: now.tv_sec + Self.period, tv_nsec: 0)
        let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
        guard timerfd_settime(timer.number, flags, &setting, nil) == 0 else {
            throw SystemCallError("timerfd_settime")
        }
    }
}

/// Calls when a file of a folder is replaced, made, changed or removed. Belongs to the loop's
/// thread.
final class FolderWatch {
    private let inotify: OwnedDescriptor
    private let loop: EventLoop
    private var watch: EventLoop.WatchID?

    init(
        _ folder: String, for name: String, loop: EventLoop, handler: @escaping () -> Void
    ) throws(SystemCallError) {
        inotify = try OwnedDescriptor(
            checking: inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)), "inotify_init1")
        let mask = IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM
        guard inotify_add_watch(inotify.number, folder, UInt32(mask)) >= 0 else {
            throw SystemCallError("inotify_add_watch \(folder)")
        }
        self.loop = loop
        watch = try loop.watch(inotify.number) { [unowned self] _ in
            if isOf(name) { handler() }
        }
    }

    deinit { if let watch { loop.unwatch(watch) } }

    /// Reads what has happened.
    private func isOf(_ name: String) -> Bool {
        var found = false
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
            while case let count = read(inotify.number, buffer.baseAddress, buffer.count), count > 0
            {
                var at = 0
                while at + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
                    let bytes = buffer[(at + header)..<(at + header + Int(event.len))]
                    // With the queue full, it may have been this one.
                    found =
                        found || event.mask & UInt32(IN_Q_OVERFLOW) != 0
                        || String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) == name
                    at += header + Int(event.len)
                }
            }
        }
        return found
    }
}
