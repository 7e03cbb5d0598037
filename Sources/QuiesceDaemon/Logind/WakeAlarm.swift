import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// Wakes the machine from its sleep, for as long as it is there (timerfd_create(2)).
struct WakeAlarm: ~Copyable {
    private let timer: OwnedDescriptor

    /// - Throws: EPERM without CAP_WAKE_ALARM.
    init(at time: WallTime) throws(SystemCallError) {
        let timer = try OwnedDescriptor(
            checking: timerfd_create(CLOCK_REALTIME_ALARM, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        // Zero would switch it off.
        let nanoseconds = max(time.nanoseconds, 1)
        var setting = itimerspec(
            it_interval: timespec(),
            it_value: timespec(
                tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        )
        let flags = CInt(TFD_TIMER_ABSTIME)
        guard timerfd_settime(timer.number, flags, &setting, nil) == 0 else {
            throw SystemCallError("timerfd_settime")
        }
        self.timer = timer
    }

    /// Why this daemon may wake no machine; nil: it may.
    static var refusal: String? {
        do throws(SystemCallError) {
            _ = try WakeAlarm(at: WallTime(nanoseconds: .max))
            return nil
        } catch {
            return "\(error)"
        }
    }
}
