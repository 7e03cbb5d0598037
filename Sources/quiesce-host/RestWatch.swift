import Foundation
import Glibc
import QuiesceLinux

/// A program that has been woken, until it rests: what it fetches, nobody outside can tell.
struct RestWatch: Sendable {
    /// The time that a wake-up may take, as the daemon says it at the launch, in seconds.
    static let limitName = "QUIESCE_WAKE_SECONDS"
    /// A program rests when it has used next to no CPU for so long; a server far away answers
    /// sooner.
    private static let restSeconds = 3.0
    /// Share of one processor that is next to none: a timer of the program's own, ten times a
    /// second.
    private static let restShare = 0.02
    /// Nothing tells of a process that it has stopped to use the CPU; a look takes some
    /// milliseconds.
    private static let lookSeconds = 1.0
    /// The program's share of the limit. The rest is for a device that is busy, as a wake-up that
    /// takes longer ends the app (F2).
    private static let part = 2.0 / 3

    private let program: HostedProgram
    private let seconds: Double

    init(_ program: HostedProgram, seconds: Double) {
        self.program = program
        self.seconds = seconds
    }

    static func seconds(of environment: [String: String]) -> Double {
        (environment[limitName].flatMap { Double($0) } ?? 0) * part
    }

    /// Returns when the program rests, or has run for long enough. Not on the main thread.
    func wait() {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var looks = [(at: clock.now, used: program.secondsUsed)]
        while clock.now < end {
            Thread.sleep(forTimeInterval: Self.lookSeconds)
            looks.append((clock.now, program.secondsUsed))
            guard let old = looks.last(where: { clock.now - $0.at >= .seconds(Self.restSeconds) })
            else { continue }
            if (looks.last?.used ?? 0) - old.used < Self.restShare * Self.restSeconds { return }
        }
    }
}

extension HostedProgram {
    /// The CPU time of the program, and of what it has started: all of this session but this
    /// process, and an adopted one's family.
    var secondsUsed: Double {
        ownSecondsUsed + Double(
            adopted?.family.reduce(0) { sum, pid in
                sum + (ProcessStatus(pid: pid)?.cpuTicks ?? 0)
            } ?? 0) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private var ownSecondsUsed: Double {
        let (session, own) = (getsid(0), getpid())
        let ticks = ProcFile.folders(in: "/proc").reduce(0) { sum, name in
            guard let pid = pid_t(name), pid != own, let stat = ProcFile.read("/proc/\(name)/stat"),
                // The name in parentheses may have any characters.
                let end = stat.lastIndex(of: ")")
            else { return sum }
            // From the state on: the session is the fourth, user's and system's time the 12th and
            // 13th.
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            guard fields.count > 12, pid_t(fields[3]) == session else { return sum }
            return sum + (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
        }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
