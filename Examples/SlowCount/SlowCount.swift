import ExampleSupport
import Foundation

// Counts, slowly. A finite-length task from launch to the last number lets it go on counting in
// the background (T2); with --no-task it pauses there and goes on when the user comes back.
#if os(iOS)
    import UIKit
    typealias DeviceTimer = Timer
#else
    import QuiesceKit
#endif

@main final class SlowCount: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let screen = CountScreen()
    private let state = StateFile()
    private let limit: Int
    private let interval: Double
    private let usesTask: Bool
    private(set) var count = 0
    private var timer: DeviceTimer?
    private var task = UIBackgroundTaskIdentifier.invalid

    required convenience init() {
        let options = Options(
            usage: "SlowCount [--count N] [--interval SECONDS] [--no-task]",
            flags: ["--no-task"], values: ["--count", "--interval"])
        self.init(
            limit: options.integer("--count", atLeast: 0) ?? 1_000,
            interval: options.number("--interval", atLeast: 0.001) ?? 0.1,
            usesTask: !options.has("--no-task"))
    }

    init(limit: Int, interval: Double, usesTask: Bool) {
        self.limit = limit
        self.interval = interval
        self.usesTask = usesTask
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        screen.limit = limit
        screen.usesTask = usesTask
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        if usesTask {
            task = application.beginBackgroundTask(withName: "counting") {
                // Out of time. Ended tasks let the app be suspended rather than terminated (T4).
                self.endTask()
            }
        }
        timer = DeviceTimer.scheduledTimer(
            withTimeInterval: interval, repeats: true
        ) { @Sendable _ in
            MainActor.assumeIsolated { self.countUp() }
        }
        return true
    }

    private func countUp() {
        guard count < limit else {
            timer?.invalidate()
            print("done")
            endTask()
            return
        }
        count += 1
        print(count)
        screen.count = count
        state.save(["count": count])
    }

    private func endTask() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
