import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceWire

extension AdoptedProcess {
    /// nil: it has ended, and its program is started as every other.
    var process: MainProcess? { MainProcess(pid: pid, startTime: startTime) }

    /// Names it to `quiesce-host`.
    var variable: String { AppMarks.variable(ofAdopted: pid, startTime: startTime) }
}

/// Whether a program that runs already may become an app (`quiesce adopt`).
struct Adoption {
    let processes: any AppProcesses

    /// Why it may not, as the end of a sentence about it; nil: it may. Takes as long as a look at
    /// all processes.
    func refusal(of adopted: AdoptedProcess) -> String? {
        guard adopted.pid > 1 else { return "it is the machine's first" }
        guard let process = adopted.process else {
            return "it has ended"
        }
        guard ProcessStatus.users(of: adopted.pid) == [geteuid()] else {
            return "it is another user's"
        }
        if ProcessTable.ancestors(of: getpid()).contains(adopted.pid) {
            return "the device's daemon would be frozen with it"
        }
        if let app = processes.identify(pid: adopted.pid)?.app {
            return "it is a part of \(app) already"
        }
        for pid in process.family {
            if let app = processes.identify(pid: pid)?.app {
                return "\(pid), which it has started, is a part of \(app) already"
            }
        }
        return nil
    }
}
