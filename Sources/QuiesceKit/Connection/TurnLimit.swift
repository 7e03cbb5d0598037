import CQuiesceLinux
import Dispatch
import Glibc

/// Calls back when a turn of the main loop in which something was ended lasts too long. It costs
/// two system calls where the turn doesn't.
final class TurnLimit {
    /// Well below every limit of the daemon's: an end that the app said in time arrives in time.
    private static let limit = timespec(tv_sec: 1, tv_nsec: 0)

    private let timer: Int32
    private let source: any DispatchSourceRead

    /// - Parameter isOver: is called on a queue of the system's.
    init(isOver: @escaping @Sendable () -> Void) {
        let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        self.timer = timer
        source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: .global())
        source.setEventHandler {
            var expirations: UInt64 = 0
            if read(timer, &expirations, 8) == 8 { isOver() }
        }
        source.setCancelHandler { close(timer) }
        source.activate()
    }

    deinit { source.cancel() }

    /// From now on, or no longer.
    func runs(_ runs: Bool) {
        var setting = itimerspec(it_interval: timespec(), it_value: runs ? Self.limit : timespec())
        timerfd_settime(timer, 0, &setting, nil)
    }
}
