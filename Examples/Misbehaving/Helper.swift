import ExampleSupport
import Foundation

/// The processes of its own that Misbehaving starts. They are found out by their first argument.
enum Helper: String {
    /// One child of the fork bomb: it only exists.
    case sleeper = "--helper-sleeper"
    /// Starts `heartbeat` in a session of its own and exits: its parent's link to it is cut.
    case daemon = "--helper-daemon"
    /// Ignores what signals it can and writes the time into `Documents/heartbeat`, ten times a
    /// second.
    case heartbeat = "--helper-heartbeat"

    static func asked(for arguments: [String]) -> Helper? {
        arguments.count == 2 ? Helper(rawValue: arguments[1]) : nil
    }

    /// - Returns: whether it could be started.
    @discardableResult func start() -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("Misbehaving"), strdup(rawValue)]
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        return posix_spawn(&child, "/proc/self/exe", nil, nil, arguments, environ) == 0
    }

    func run() -> Never {
        switch self {
        case .sleeper:
            while true { Thread.sleep(forTimeInterval: 3_600) }
        case .daemon:
            Helper.heartbeat.start()
            exit(0)
        case .heartbeat:
            setsid()
            for number in 1..<NSIG where number != SIGKILL && number != SIGSTOP {
                signal(number, SIG_IGN)
            }
            let container = ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"] ?? "."
            let file = URL(fileURLWithPath: container + "/Documents/heartbeat")
            while true {
                let beat = "\(getpid()) \(Date().timeIntervalSince1970)\n"
                try? Data(beat.utf8).write(to: file, options: .atomic)
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }
}
