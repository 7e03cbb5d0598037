import Foundation
import QuiesceKit
import QuiesceKitNetworking
import Synchronization

/// Writes down, a line each on stdout, what its background sessions' delegate is called with, and
/// does what its stdin says, or the pipe `commands` in its container.
///
/// `--open NAME`: makes that session when it is launched. `--later`: it doesn't make the session of
/// events by itself when it is asked to handle them. `--hold`: it doesn't complete them by itself.
@main final class TransferTestApp: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("launched \(application.applicationState)")
        if let name = option("--open") { Sessions.open(name) }
        // As every magazine does at each launch.
        _ = obeyNewsstand(["take"])
        _ = NotificationCenter.default.addObserver(
            forName: .NKIssueDownloadCompleted, object: nil, queue: nil
        ) { notification in
            let issue = notification.object as? NKIssue
            MainActor.assumeIsolated { say("issue \(issue?.name ?? "none") is complete") }
        }
        Thread.detachNewThread { @Sendable in readCommands() }
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) { say("background") }

    /// Announces an issue, of one page, by its name and where it is.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        let issue = userInfo["issue"] as? String ?? "none"
        say("push \(issue)")
        _ = obeyNewsstand(["issue", issue])
        _ = obeyNewsstand(["asset", issue, userInfo["url"] as? String ?? "", "cover"])
        _ = obeyNewsstand(["take"])
        completionHandler(.newData)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        // Before it is said, as what is told next may be to call it.
        Sessions.completion.withLock { $0 = completionHandler }
        say("handleEvents \(identifier)")
        let isThere = Sessions.all.withLock { $0[identifier] != nil }
        if !isThere, !CommandLine.arguments.contains("--later") { Sessions.open(identifier) }
    }
}

func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    guard let at = arguments.firstIndex(of: name), at + 1 < arguments.count else { return nil }
    return arguments[at + 1]
}

func readCommands() {
    if CommandLine.arguments.contains("--fifo") {
        // On a device, whose apps have no stdin: a pipe in the container, which the test opens.
        mkfifo("commands", 0o600)
        say("ready")
        dup2(open("commands", O_RDONLY), STDIN_FILENO)
    }
    while let command = readLine() { obey(command.split(separator: " ").map(String.init)) }
}

/// Prints one line in one write, from any thread.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
