import ExampleSupport
import Foundation

// Commits each sin that the system has to survive, one per option; without any it behaves.
#if canImport(UIKit)
    import UIKit
#else
    import QuiesceKit
#endif

@main struct Main {
    static func main() {
        // Its own helpers, started by --fork-bomb and --daemonise.
        if let helper = Helper.asked(for: CommandLine.arguments) { helper.run() }
        Misbehaving.main()
    }
}

final class Misbehaving: UIResponder, UIApplicationDelegate {
    private let sins = Options(
        usage: "Misbehaving [option …], see Examples/Misbehaving/Misbehaving.swift",
        flags: [
            "--hang-launch", "--crash-launch", "--never-end-task", "--end-in-expiration",
            "--no-completion", "--daemonise", "--second-connection", "--ignore-sigterm", "--burn",
        ],
        values: [
            "--slow-launch", "--slow-background", "--slow-terminate", "--slow-expiration",
            "--crash-after", "--exit", "--after", "--fork-bomb", "--flood", "--garbage",
        ])
    private var completions: [@Sendable (UIBackgroundFetchResult) -> Void] = []
    private var task = UIBackgroundTaskIdentifier.invalid
    private var hasSpoken = false

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print("didFinishLaunching")
        if let seconds = sins.number("--slow-launch", atLeast: 0) { sleep(for: seconds) }
        if sins.has("--hang-launch") { while true { sleep(for: 3_600) } }
        if sins.has("--crash-launch") { abort() }
        if sins.has("--ignore-sigterm") { signal(SIGTERM, SIG_IGN) }
        if sins.has("--burn") { Thread.detachNewThread { @Sendable in while true {} } }
        if sins.has("--daemonise") { Helper.daemon.start() }
        if let children = sins.integer("--fork-bomb", atLeast: 1) { forkBomb(children) }
        endLater()
        beginTasks(application)
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        print("didBecomeActive")
        // Once the launch is over, or its outcome would depend on which message came first.
        guard !hasSpoken else { return }
        hasSpoken = true
        if let pairs = sins.integer("--flood", atLeast: 1) {
            for _ in 0..<pairs { application.endBackgroundTask(application.beginBackgroundTask()) }
            print("flooded \(pairs)")
        }
        if let garbage: Garbage = sins.choice("--garbage") { garbage.send() }
        if sins.has("--second-connection") { Garbage.openSecondConnection() }
    }

    func applicationWillResignActive(_ application: UIApplication) {
        print("willResignActive")
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        print("didEnterBackground")
        if let seconds = sins.number("--slow-background", atLeast: 0) { sleep(for: seconds) }
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        print("willEnterForeground")
    }

    func applicationWillTerminate(_ application: UIApplication) {
        print("willTerminate")
        if let seconds = sins.number("--slow-terminate", atLeast: 0) { sleep(for: seconds) }
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        print("performFetch")
        finish(completionHandler)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        print("didReceiveRemoteNotification")
        finish(completionHandler)
    }

    private func finish(_ completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)
    {
        if sins.has("--no-completion") {
            completions.append(completionHandler)
        } else {
            completionHandler(.newData)
        }
    }

    private func beginTasks(_ application: UIApplication) {
        if sins.has("--never-end-task") {
            _ = application.beginBackgroundTask(withName: "never ended") { print("expired") }
        }
        let slowness = sins.number("--slow-expiration", atLeast: 0)
        guard slowness != nil || sins.has("--end-in-expiration") else { return }
        task = application.beginBackgroundTask(withName: "ended when it expires") {
            print("expired")
            if let slowness { sleep(for: slowness) }
            application.endBackgroundTask(self.task)
        }
    }

    private func endLater() {
        let delay = sins.number("--after", atLeast: 0) ?? 0
        if let code = sins.integer("--exit", atLeast: 0) {
            DispatchQueue.main.asyncAfter(deadline: .now() + delay) { @Sendable in
                exit(Int32(truncatingIfNeeded: code))
            }
        }
        if let delay = sins.number("--crash-after", atLeast: 0) {
            DispatchQueue.main.asyncAfter(deadline: .now() + delay) { @Sendable in abort() }
        }
    }

    private func forkBomb(_ children: Int) {
        let started = (0..<children).count { _ in Helper.sleeper.start() }
        print("forked \(started) of \(children)")
    }
}

private func sleep(for seconds: Double) {
    Thread.sleep(forTimeInterval: seconds)
}
