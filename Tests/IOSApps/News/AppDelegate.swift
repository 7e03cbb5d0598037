import BackgroundTasks
import UIKit
import UserNotifications

// A news reader as one is written for iOS today, in Swift 6 mode, with a scene: it looks for
// articles while nobody looks, tells of them, and is opened by them, by URLs and by a quick action,
// where it was left. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    static let refresh = "org.quiesce.tests.news.refresh"

    let library = Library()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.requestAuthorization(options: [.alert, .badge]) { _, error in
            if let error { say("not asked: \(error.localizedDescription)") }
        }
        application.shortcutItems = [
            UIApplicationShortcutItem(type: "latest", localizedTitle: "Latest article")
        ]
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: .main) { task in
            MainActor.assumeIsolated { self.handle(task) }
        }
        say("launched")
        return true
    }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "News", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }

    func scheduleRefresh() {
        do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: Self.refresh))
        } catch {
            say("no refresh: \(error.localizedDescription)")
        }
    }

    private func handle(_ task: BGTask) {
        scheduleRefresh()
        let work = Task {
            let new = await library.refresh()
            if !Task.isCancelled, let newest = new.last { await tell(newest) }
            say("refreshed \(new.count)")
            task.setTaskCompleted(success: !Task.isCancelled)
        }
        task.expirationHandler = { @Sendable in work.cancel() }
    }

    private func tell(_ article: Article) async {
        let content = UNMutableNotificationContent()
        content.title = article.title
        content.userInfo = ["article": article.number]
        content.badge = NSNumber(value: library.unread)
        let request = UNNotificationRequest(
            identifier: "article-\(article.number)", content: content, trigger: nil)
        do {
            try await UNUserNotificationCenter.current().add(request)
        } catch {
            say("not told: \(error.localizedDescription)")
        }
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let info = response.notification.request.content.userInfo
        if let number = info["article"] as? Int { library.open(number, by: "notification") }
    }
}
