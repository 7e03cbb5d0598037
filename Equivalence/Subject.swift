import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Synchronization
import Testing

/// An app that writes down what it is told. What is written outlives its process.
@MainActor final class Subject: UIResponder, UIApplicationDelegate {
    static var told: [String] = []
    /// Executed once it was told of that.
    static var when: [String: @MainActor () -> Void] = [:]
    /// It asks to show notifications: until the user has said, the question makes it inactive.
    static var notifies = false
    /// A fetch, and a push's, takes so long.
    static var takes = Duration.zero
    static var task = UIBackgroundTaskIdentifier.invalid
    static var launchOptions: [UIApplication.LaunchOptionsKey: Any] = [:]

    /// Each case begins with an empty page.
    static func reset() {
        told = []
        when = [:]
        notifies = false
        takes = .zero
        task = .invalid
        launchOptions = [:]
    }

    private func write(_ line: String) {
        Self.told.append(line)
        Self.when[line]?()
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        write("willFinishLaunching \(application.applicationState)")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.launchOptions = launchOptions ?? [:]
        if Self.notifies {
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .badge, .sound]))
        }
        write("didFinishLaunching \(application.applicationState)")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { write("didBecomeActive") }
    func applicationWillResignActive(_ application: UIApplication) { write("willResignActive") }
    func applicationDidEnterBackground(_ application: UIApplication) {
        write("didEnterBackground")
    }
    func applicationWillEnterForeground(_ application: UIApplication) {
        write("willEnterForeground")
    }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        write("didReceiveMemoryWarning")
    }
    func applicationWillTerminate(_ application: UIApplication) { write("willTerminate") }

    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {
        write("didReceive \(notification.alertBody ?? "")")
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        write("performFetch \(application.applicationState)")
        complete(completionHandler)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        write("didReceiveRemoteNotification \(application.applicationState)")
        complete(completionHandler)
    }

    private func complete(_ handler: @escaping @Sendable (UIBackgroundFetchResult) -> Void) {
        Task {
            try await Task.sleep(for: Self.takes, clock: .device)
            handler(.newData)
        }
    }
}

/// The case's device, with the app in front.
///
/// - Parameter notifies: it may show notifications.
@MainActor func launched(
    _ app: AppManifest = .underTest(), notifies: Bool = false
) async throws -> VirtualDevice {
    Subject.reset()
    Subject.notifies = notifies
    let device = try VirtualDevice.current
    try await device.launch(Subject.self, as: app)
    if notifies { try await device.allow(.notifications) }
    return device
}

/// The case's device, with the app installed and not started.
@MainActor func installed(_ app: AppManifest = .underTest()) throws -> VirtualDevice {
    Subject.reset()
    let device = try VirtualDevice.current
    try device.install(app) { Subject() }
    return device
}

/// The system ends the suspended app to have its memory.
@MainActor func terminate(on device: VirtualDevice) async throws {
    try await device.advance(by: .hours(1))
    try await device.memoryPressure(.critical)
    #expect(device.app.state == .notRunning)
}

/// How many notifications of that name are posted meanwhile.
@MainActor func posts(
    of name: String, during body: @MainActor () async throws -> Void
) async throws -> Int {
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
        forName: Notification.Name(name), object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await body()
    return count.withLock { $0 }
}

/// An alarm, so many seconds from now.
@MainActor func alarm(
    _ text: String = "Tea", in seconds: TimeInterval, on device: VirtualDevice
) -> UILocalNotification {
    let alarm = UILocalNotification()
    alarm.alertBody = text
    alarm.fireDate = device.date + seconds
    return alarm
}
