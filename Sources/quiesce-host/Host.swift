// Runs a program that knows nothing of Quiesce as an app. The daemon starts it for bundles with
// `QuiesceHosted`.
import Foundation
import Glibc
import QuiesceKit
import QuiesceLinux
import QuiesceWire

/// Speaks for a program: says hello, answers at once, tells it to end (SIGTERM) when its time has
/// come, and ends as it does.
@main final class Host: UIResponder, UIApplicationDelegate {
    private var program: HostedProgram?

    static func main() {
        let command = Array(CommandLine.arguments.dropFirst())
        guard let first = command.first else { misused("it needs a program") }
        if first == "-h" || first == "--help" {
            print(help, terminator: "")
            exit(EXIT_SUCCESS)
        }
        exit(
            UIApplicationMain(
                CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(Host.self)))
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if let adopted = Self.adopted {
            guard let process = MainProcess(pid: adopted.pid, startTime: adopted.startTime) else {
                // The program ended just now.
                exit(EXIT_SUCCESS)
            }
            program = HostedProgram(adopted: process)
            return true
        }
        let command = Array(CommandLine.arguments.dropFirst())
        do {
            program = try HostedProgram(command)
        } catch {
            complain("\(command[0]) doesn't start: \(String(cString: strerror(error.code)))")
            exit(EX_UNAVAILABLE)
        }
        return true
    }

    /// A program that ran before, as the daemon names it.
    private static let adopted = AppMarks.adopted(
        in: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)"[...] })

    func applicationWillTerminate(_ application: UIApplication) { program?.end() }

    // MARK: Second starts

    func application(
        _ application: UIApplication, open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { startAgain(SecondStart(arguments: [url.absoluteString])) }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { SecondStart(userInfo: userActivity.userInfo).map(startAgain) ?? false }

    /// The first one is told by the second, in whatever way the program has for that.
    private func startAgain(_ start: SecondStart) -> Bool {
        setenv(SecondStart.variable, "1", 1)
        defer { unsetenv(SecondStart.variable) }
        do {
            try HostedProgram.startBeside([CommandLine.arguments[1]] + start.arguments)
            return true
        } catch {
            complain("it doesn't start again: \(String(cString: strerror(error.code)))")
            return false
        }
    }

    // MARK: Wake-ups

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { runs { completionHandler(.noData) } }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { runs { completionHandler(.noData) } }

    /// The program doesn't know that it was woken, and for what: it has until it rests.
    private func runs(until completion: @escaping @Sendable () -> Void) {
        guard let program else { return completion() }
        let watch = RestWatch(
            program, seconds: RestWatch.seconds(of: ProcessInfo.processInfo.environment))
        DispatchQueue.global().async {
            watch.wait()
            completion()
        }
    }

    private static let help = """
        OVERVIEW: Runs a program that knows nothing of Quiesce as an app.

        quiesced starts it for bundles whose Info.plist has QuiesceHosted, true: it says hello for the program and
        ends as the program does. Don't start it by hand.

        USAGE: quiesce-host <program> [<argument> ...]

        OPTIONS:
          -h, --help              Show help information.

        """
}

func complain(_ problem: String) {
    let line = Array("quiesce-host: \(problem)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

private func misused(_ problem: String) -> Never {
    complain("\(problem); quiesced starts it (see --help)")
    exit(EX_USAGE)
}
