import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Synchronization
import Testing

/// The case's device, with the app in front.
///
/// - Parameters:
///   - notifies: it may show notifications.
///   - scene: its scene's delegate, for an app that has one.
///   - atLaunch: executed in each launch.
@MainActor func launched(
    _ app: AppManifest = .underTest(), notifies: Bool = false,
    scene: (any UISceneDelegate.Type)? = nil, atLaunch: @escaping @MainActor () -> Void = {}
) async throws -> VirtualDevice {
    Subject.reset()
    Subject.notifies = notifies
    Subject.atLaunch = atLaunch
    let device = try VirtualDevice.current
    try await device.launch(Subject.self, scene: scene, as: app)
    if notifies { try await device.allow(.notifications) }
    return device
}

/// The case's device, with the app installed and not started.
@MainActor func installed(
    _ app: AppManifest = .underTest(), atLaunch: @escaping @MainActor () -> Void = {}
) throws -> VirtualDevice {
    Subject.reset()
    Subject.atLaunch = atLaunch
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

/// Meanwhile those notifications of the app's, and of its scene's, are written down, too.
@MainActor func writing(
    _ names: Notification.Name..., during body: @MainActor () async throws -> Void
) async throws {
    let observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { posted in
            // It is only looked at, on the thread on which it was posted.
            nonisolated(unsafe) let object = posted.object
            MainActor.assumeIsolated {
                // Other tests of the process have apps of their own.
                let isOurs =
                    (object as? UIApplication)?.delegate is Subject
                    || (object as? UIScene)?.delegate is SubjectScene
                if isOurs { Subject.write(name.rawValue) }
            }
        }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try await body()
}

/// Whether this is executed on the main queue, which is where a test's main actor is.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueue) == true }

private let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// An alarm, so many seconds from now.
@MainActor func alarm(
    _ text: String = "Tea", in seconds: TimeInterval, on device: VirtualDevice
) -> UILocalNotification {
    let alarm = UILocalNotification()
    alarm.alertBody = text
    alarm.fireDate = device.date + seconds
    return alarm
}

extension Collection<String> {
    /// Whether these lines were written, in this order, whatever else was.
    func has(_ lines: String...) -> Bool {
        var rest = self[...]
        for line in lines {
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[rest.index(after: place)...]
        }
        return true
    }
}

/// A constant that is a URL.
func url(_ text: String) -> URL {
    // A case that misspells one fails.
    URL(string: text)!
}
