import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Names of iOS for a launch that few apps use.
@MainActor @Suite struct LaunchNamesTests {
    private final class Old: UIApplicationDelegate {
        var calls: [String] = []
        func applicationDidFinishLaunching(_ application: UIApplication) { calls.append("old") }
    }

    private final class New: UIApplicationDelegate {
        var calls: [String] = []
        var told: [Bool?] = []
        func applicationDidFinishLaunching(_ application: UIApplication) { calls.append("old") }
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            calls.append("new")
            return true
        }
    }

    private func launch(
        _ delegate: any UIApplicationDelegate, _ reason: MessageToApp.LaunchReason = .user
    ) {
        let before = LaunchedBefore()
        defer { before.restore() }
        DaemonLink.current = DaemonLink()
        let application = UIApplication.start(UIApplication.self) { delegate }
        application.perform(.finishLaunching(.init(state: .background, reason: reason)))
    }

    @Test(
        "applicationDidFinishLaunching is called of a delegate without launch options, and of no other",
        .behaviour("S3"))
    func withoutOptions() {
        let (old, new) = (Old(), New())
        launch(old)
        launch(new)
        #expect(old.calls == ["old"] && new.calls == ["new"])
    }

    @Test("The notification of a launch carries its options", .behaviour("S4"))
    func options() {
        let delegate = New()
        let observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didFinishLaunchingNotification, object: nil, queue: nil
        ) { notification in
            let application = notification.object as? UIApplication
            let options = notification.userInfo as? [UIApplication.LaunchOptionsKey: Any]
            let location = options?[.location] as? Bool
            // Posted on the main thread, as all of this is.
            MainActor.assumeIsolated {
                if application?.delegate === delegate { delegate.told.append(location) }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        launch(delegate, .location)
        launch(delegate, .user)
        #expect(delegate.told == [true, nil])
    }
}
