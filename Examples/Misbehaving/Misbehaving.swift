import Foundation

// Commits each sin that the system has to survive, one per option; without any it behaves.
#if os(iOS)
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
    var window: UIWindow?
    private let sins = Sins()
    private var completions: [@Sendable (UIBackgroundFetchResult) -> Void] = []
    private var task = UIBackgroundTaskIdentifier.invalid
    private var hasSpoken = false

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print("didFinishLaunching")
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = SinsScreen()
        window.makeKeyAndVisible()
        self.window = window
        if let seconds = sins.slowLaunch { sleep(for: seconds) }
        if sins.hangLaunch { while true { sleep(for: 3_600) } }
        if sins.crashLaunch { abort() }
        if sins.ignoreSigterm { signal(SIGTERM, SIG_IGN) }
        if sins.burn { Thread.detachNewThread { @Sendable in while true {} } }
        if sins.daemonise { Helper.daemon.start() }
        if let children = sins.forkBomb { forkBomb(children) }
        if sins.pry { Diary.write() }
        if let lock = sins.holdLock { Conduct.hold(lock) }
        if let port = sins.listen { Conduct.listen(at: port) }
        if let megabytes = sins.hoard { Conduct.hoard(megabytes: megabytes) }
        endLater()
        beginTasks(application)
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        print("didBecomeActive")
        // Once the launch is over, or its outcome would depend on which message came first.
        guard !hasSpoken else { return }
        hasSpoken = true
        if let pairs = sins.flood {
            for _ in 0..<pairs { application.endBackgroundTask(application.beginBackgroundTask()) }
            print("flooded \(pairs)")
        }
        sins.garbage?.send()
        if sins.secondConnection { Garbage.openSecondConnection() }
    }

    func applicationWillResignActive(_ application: UIApplication) {
        print("willResignActive")
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        print("didEnterBackground")
        if let seconds = sins.slowBackground { sleep(for: seconds) }
        if let megabytes = sins.leak { Conduct.leak(megabytes: megabytes) }
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        print("willEnterForeground")
    }

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        print("protectedDataWillBecomeUnavailable")
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        print("protectedDataDidBecomeAvailable")
    }

    func applicationWillTerminate(_ application: UIApplication) {
        print("willTerminate")
        if let seconds = sins.slowTerminate { sleep(for: seconds) }
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        print("performFetch")
        if sins.pry { Diary.read() }
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
        if sins.noCompletion {
            completions.append(completionHandler)
        } else {
            completionHandler(.newData)
        }
    }

    private func beginTasks(_ application: UIApplication) {
        if sins.neverEndTask {
            _ = application.beginBackgroundTask(withName: "never ended") { print("expired") }
        }
        let slowness = sins.slowExpiration
        guard slowness != nil || sins.endInExpiration else { return }
        task = application.beginBackgroundTask(withName: "ended when it expires") {
            print("expired")
            if let slowness { sleep(for: slowness) }
            application.endBackgroundTask(self.task)
        }
    }

    private func endLater() {
        if let code = sins.exitCode {
            DispatchQueue.main.asyncAfter(deadline: .now() + sins.exitAfter) { @Sendable in
                exit(Int32(truncatingIfNeeded: code))
            }
        }
        if let delay = sins.crashAfter {
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
