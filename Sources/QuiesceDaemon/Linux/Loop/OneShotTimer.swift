import CQuiesceLinux
import Glibc
import QuiesceLinux

/// Calls once, at the time that it is set to. Gone, it leaves nothing open. Belongs to the loop's
/// thread.
final class OneShotTimer {
    private let timer: OwnedDescriptor
    private let loop: EventLoop
    private var watch: EventLoop.WatchID?

    init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemCallError) {
        timer = try OwnedDescriptor(
            checking: timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        self.loop = loop
        watch = try loop.watch(timer.number) { [unowned self] _ in
            var expirations: UInt64 = 0
            if read(timer.number, &expirations, 8) == 8 { handler() }
        }
    }

    deinit { if let watch { loop.unwatch(watch) } }

    /// - Parameter microseconds: from now; 0: at once. In place of what was set before.
    func set(microseconds: UInt64) {
        // Zero would switch it off. A year is as good as for ever.
        let time = min(max(microseconds, 1), 31_536_000_000_000)
        set(
            timespec(
                tv_sec: Int(time / 1_000_000), tv_nsec: Int(time % 1_000_000) * 1_000))
    }

    func clear() { set(timespec()) }

    private func set(_ time: timespec) {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        timerfd_settime(timer.number, 0, &setting, nil)
    }
}
