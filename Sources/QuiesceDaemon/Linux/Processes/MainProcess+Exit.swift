import CQuiesceLinux
import QuiesceCore
import QuiesceLinux

extension MainProcess {
    /// How it ended; nil while it runs.
    func reap() -> ExitStatus? {
        var code: CInt = 0
        var isSignal = false
        switch ql_pidfd_reap(pidfd.number, &code, &isSignal) {
        case 0: return nil
        case 1: return isSignal ? .signalled(code) : .exited(code: code)
        case _: return .unknown
        }
    }
}
