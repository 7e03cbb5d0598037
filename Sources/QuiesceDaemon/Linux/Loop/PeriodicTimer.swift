import CQuiesceLinux
import Glibc
import QuiesceLinux

/// Calls once a second, or as it is told, while it is on. Off, it costs nothing. Belongs to the
/// loop's thread.
final class PeriodicTimer {
    private let timer: OwnedDescriptor

    init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemCallError) {
        timer = try OwnedDescriptor(
            checking: timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        _ = try loop.watch(timer.number) { [unowned self] _ in
            var expirations: UInt64 = 0
            if read(timer.number, &expirations, 8) == 8 { handler() }
        }
    }

    func start(milliseconds: Int = 1_000) {
        set(timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000))
    }
    func stop() { set(timespec()) }

    /// Zero switches it off.
    private func set(_ period: timespec) {
        var setting = itimerspec(it_interval: period, it_value: period)
        timerfd_settime(timer.number, 0, &setting, nil)
    }
}
