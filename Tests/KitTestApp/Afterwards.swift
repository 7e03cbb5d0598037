import Foundation
import QuiesceKit
import Synchronization

/// Asks for a notification right after it has said that it is done, whatever it was woken for.
/// `--afterwards WAY` says how; with `--task` it does so of a background task, too.
final class Afterwards: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    private let location = CLLocationManager()
    private var central: CBCentralManager?
    private var registry: PKPushRegistry?
    private let listener = CallListener()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .badge]))
        UNUserNotificationCenter.current().delegate = self
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "news", using: .main) { task in
            endAndAsk { task.setTaskCompleted(success: true) }
        }
        let registry = PKPushRegistry(queue: .main)
        registry.delegate = listener
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
        location.delegate = self
        MPRemoteCommandCenter.shared().playCommand.addTarget { _ in
            askSoon()
            return .success
        }
        EAAccessoryManager.shared().registerForLocalNotifications()
        _ = NotificationCenter.default.addObserver(
            forName: .EAAccessoryDidConnect, object: nil, queue: nil
        ) { _ in askSoon() }
        let central = CBCentralManager(delegate: self, queue: nil)
        central.scanForPeripherals(withServices: nil)
        self.central = central
        _ = application.setKeepAliveTimeout(600) { askSoon() }
        say("ready")
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { endAndAsk { completionHandler(.newData) } }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { endAndAsk { completionHandler(.newData) } }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) { endAndAsk(completionHandler) }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) { endAndAsk(completionHandler) }

    func applicationDidEnterBackground(_ application: UIApplication) {
        guard CommandLine.arguments.contains("--task") else { return }
        let task = application.beginBackgroundTask()
        endAndAsk { application.endBackgroundTask(task) }
    }
}

/// Also of those whose end the Kit says by itself, once the callback has returned.
extension Afterwards: @MainActor CLLocationManagerDelegate, @MainActor CBCentralManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        askSoon()
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi signal: NSNumber
    ) { askSoon() }
}

private final class CallListener: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) { endAndAsk(completion) }
}

/// Where it asks, seen from where it says that it is done.
private enum Way: String {
    /// In the callback itself.
    case callback
    /// Both in one block of the main queue, as a download's delegate does.
    case block
    /// In a block that the callback leaves in the main queue.
    case later
    /// Both in a task of the main actor, which awaits the answer.
    case task
}

private let way =
    CommandLine.arguments.dropFirst(2).first.flatMap(Way.init(rawValue:)) ?? .block

private func endAndAsk(_ end: @escaping @Sendable () -> Void) {
    switch way {
    case .callback:
        end()
        ask()
    case .block:
        DispatchQueue.main.async { @Sendable in
            end()
            ask()
        }
    case .later:
        end()
        askSoon()
    case .task:
        Task { @MainActor in
            end()
            try? await UNUserNotificationCenter.current().add(request())
        }
    }
}

private func askSoon() { DispatchQueue.main.async { @Sendable in ask() } }

private func ask() { UNUserNotificationCenter.current().add(request()) }

private let count = Counter()

private func request() -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.body = "after \(count.next())"
    return UNNotificationRequest(identifier: content.body, content: content, trigger: nil)
}

private final class Counter: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
