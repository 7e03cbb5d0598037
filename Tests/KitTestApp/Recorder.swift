import Foundation
import QuiesceKit
import QuiesceKitProtection

/// Writes down, a line each on stdout, what it is called with, and does what its stdin says, or the
/// pipe `commands` in its container.
final class Recorder: UIResponder, UIApplicationDelegate {
    private var completion: (@Sendable (UIBackgroundFetchResult) -> Void)?
    private var runLoopWork = 0
    private var held: [UInt8] = []

    required init() {
        super.init()
        let notifications: [(String, Notification.Name)] = [
            ("didFinishLaunching", UIApplication.didFinishLaunchingNotification),
            ("didBecomeActive", UIApplication.didBecomeActiveNotification),
            ("willResignActive", UIApplication.willResignActiveNotification),
            ("didEnterBackground", UIApplication.didEnterBackgroundNotification),
            ("willEnterForeground", UIApplication.willEnterForegroundNotification),
            ("willTerminate", UIApplication.willTerminateNotification),
            ("didReceiveMemoryWarning", UIApplication.didReceiveMemoryWarningNotification),
        ]
        for (name, notification) in notifications {
            _ = NotificationCenter.default.addObserver(
                forName: notification, object: nil, queue: nil
            ) { _ in say("notification \(name)") }
        }
        recordSystemEvents()
        recordSettings()
    }

    /// Writes down each system event with the value that it brings.
    private func recordSystemEvents() {
        let device = UIDevice.current
        let events: [(Notification.Name, @MainActor @Sendable () -> String)] = [
            (UIDevice.orientationDidChangeNotification, { "orientation \(device.orientation)" }),
            (UIDevice.batteryLevelDidChangeNotification, { "batteryLevel \(device.batteryLevel)" }),
            (
                UIDevice.batteryStateDidChangeNotification,
                { "batteryState \(device.batteryState.rawValue)" }
            ),
            (
                UIDevice.proximityStateDidChangeNotification,
                { "proximity \(device.proximityState)" }
            ),
            (NSLocale.currentLocaleDidChangeNotification, { "locale \(device.locale.identifier)" }),
            (.NSUbiquityIdentityDidChange, { "ubiquityIdentity" }),
            (
                .NSProcessInfoPowerStateDidChange,
                { "lowPowerMode \(ProcessInfo.processInfo.isLowPowerModeEnabled)" }
            ),
            (
                ProcessInfo.thermalStateDidChangeNotification,
                { "thermalState \(ProcessInfo.processInfo.thermalState)" }
            ),
        ]
        // An app that has never asked is not told.
        _ = ProcessInfo.processInfo.thermalState
        for (name, value) in events {
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                _ in
                MainActor.assumeIsolated { say("event \(value())") }
            }
        }
    }

    func applicationSignificantTimeChange(_ application: UIApplication) {
        say("event significantTimeChange \(TimeZone.current.identifier)")
    }

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        say("event protectedData \(application.isProtectedDataAvailable)")
        // On the main thread, which hears from the daemon, too.
        if CommandLine.arguments.contains("--last-words") { protect("last", "last words") }
    }

    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        say("event protectedData \(application.isProtectedDataAvailable)")
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        record("willFinishLaunching", application)
        say("previous \(application.previousExitReason ?? "none")")
        say("pushed \(launchOptions?[.remoteNotification] != nil)")
        recordNotifications(launchOptions)
        recordPush(launchOptions)
        recordLocation(launchOptions)
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        record("didFinishLaunching", application)
        waitInLaunch()
        registerTasks()
        hold()
        listenForCalls()
        Thread.detachNewThread { @Sendable in readCommands(for: self) }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        record("didBecomeActive", application)
    }

    func applicationWillResignActive(_ application: UIApplication) {
        record("willResignActive", application)
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        record("didEnterBackground", application)
        say("remaining \(application.backgroundTimeRemaining < 3_600)")
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        record("willEnterForeground", application)
    }

    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        record("memoryWarning", application)
    }

    func applicationWillTerminate(_ application: UIApplication) {
        record("willTerminate", application)
        say("task \(application.beginBackgroundTask().rawValue)")
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        record("performFetch", application)
        completion = completionHandler
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        record("push \(userInfo["word"] as? String ?? "nothing")", application)
        completion = completionHandler
    }

    private func finish(_ task: UIBackgroundTaskIdentifier) {
        completion?(.newData)
        UIApplication.shared.endBackgroundTask(task)
    }

    private func record(_ name: String, _ application: UIApplication) {
        dispatchPrecondition(condition: .onQueue(.main))
        say("\(name) \(application.applicationState)")
    }

    /// `--hold N`: keeps N megabytes of memory in use.
    private func hold() {
        let arguments = CommandLine.arguments
        guard let at = arguments.firstIndex(of: "--hold"), at + 1 < arguments.count,
            let megabytes = Int(arguments[at + 1])
        else { return }
        held = [UInt8](repeating: 1, count: megabytes << 20)
        say("held \(held.count >> 20)")
    }

    /// Runs in the thread that reads commands: whatever a command does to the main thread, it
    /// does from outside.
    nonisolated func obey(_ command: String) {
        let words = command.split(separator: " ")
        switch words.first {
        case "async":
            DispatchQueue.main.async { @Sendable in say("served async") }
        case "timer":
            let timer = Timer(timeInterval: 0.001, repeats: false) { @Sendable timer in
                say("served timer")
                timer.invalidate()
            }
            timer.fireDate = Date(timeIntervalSinceNow: 0.001)
            RunLoop.main.add(timer, forMode: .default)
        case "block":
            DispatchQueue.main.async { @Sendable in
                say("blocked")
                gate.wait()
            }
        case "finishAndBlock":
            let task = UIBackgroundTaskIdentifier(rawValue: Int(words[1]) ?? 0)
            DispatchQueue.main.async { @Sendable in
                MainActor.assumeIsolated { self.finish(task) }
                say("blocked")
                gate.wait()
            }
        case "free": gate.signal()
        case "perform":
            RunLoop.main.perform { @Sendable in say("served perform") }
            DispatchQueue.main.async { @Sendable in }
        case "actor":
            Task { @MainActor in say("served actor") }
        case "begin":
            DispatchQueue.concurrentPerform(iterations: Int(words[1]) ?? 0) { @Sendable _ in
                let task = application().beginBackgroundTask(withName: "work") {
                    dispatchPrecondition(condition: .onQueue(.main))
                    say("expired")
                }
                say("task \(task.rawValue)")
            }
        case "protect": protect(String(words[1]), words.dropFirst(2).joined(separator: " "))
        case "read":
            do {
                let text = try Data(contentsOfProtected: URL(fileURLWithPath: String(words[1])))
                say("read \(words[1]): \(String(decoding: text, as: UTF8.self))")
            } catch {
                say(
                    "read \(words[1]) failed: \((error as? ProtectedDataError)?.code.rawValue ?? "\(error)")"
                )
            }
        case "available":
            DispatchQueue.main.async { @Sendable in
                MainActor.assumeIsolated {
                    say("available \(UIApplication.shared.isProtectedDataAvailable)")
                }
            }
        case "orientation":
            DispatchQueue.main.async { @Sendable in
                MainActor.assumeIsolated { say("oriented \(UIDevice.current.orientation)") }
            }
        case "end":
            application().endBackgroundTask(
                UIBackgroundTaskIdentifier(rawValue: Int(words[1]) ?? 0))
            say("ended")
        case "complete":
            let handler = DispatchQueue.main.sync { MainActor.assumeIsolated { completion } }
            handler?(.newData)
            handler?(.failed)
            say("completed")
        case "remaining":
            say("remaining \(application().backgroundTimeRemaining)")
        case "multitasking":
            let supported = DispatchQueue.main.sync {
                MainActor.assumeIsolated { UIDevice.current.isMultitaskingSupported }
            }
            say("multitasking \(supported)")
        case _:
            guard !obeySettings(words), !obeyNotifications(words), !obeyFetch(words),
                !obeyPushes(words), !obeyLocation(words), !obeyMotion(words), !obeyIdleTimer(words),
                !obeyAudio(words), !obeyContinued(words),
                !obeyVoIP(words), !obeyCalls(words), !obeyAccessories(words),
                !obeyAlerts(words), !obeyViews(words), !obeyResponders(words)
            else { return }
            say("no such command: \(command)")
        }
    }

    nonisolated private func protect(_ name: String, _ text: String) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: name), protection: .complete)
            say("protected \(name)")
        } catch {
            say(
                "protect \(name) failed: \((error as? ProtectedDataError)?.code.rawValue ?? "\(error)")"
            )
        }
    }

    nonisolated private func application() -> UIApplication {
        DispatchQueue.main.sync { MainActor.assumeIsolated { UIApplication.shared } }
    }
}

/// The main thread waits for it after `block` and `finishAndBlock`, until `free`.
let gate = DispatchSemaphore(value: 0)

/// `--wait-in-launch`: the launch goes on once the test has opened the pipe `launch`.
func waitInLaunch() {
    guard CommandLine.arguments.contains("--wait-in-launch") else { return }
    mkfifo("launch", 0o600)
    say("waits")
    close(open("launch", O_RDONLY))
}

func readCommands(for recorder: Recorder) {
    if CommandLine.arguments.contains("--fifo") {
        // On a device, whose apps have no stdin: a pipe in the container, which the test opens.
        mkfifo("commands", 0o600)
        say("ready")
        dup2(open("commands", O_RDONLY), STDIN_FILENO)
    }
    while let command = readLine() { recorder.obey(command) }
}

/// Prints one line in one write, from any thread.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
