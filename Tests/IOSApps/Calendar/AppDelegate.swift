import BackgroundTasks
import UIKit
import UserNotifications

// A calendar as one is written for iOS today, in Swift 6 mode, with a scene: it reminds of what is
// due, and looks for what is new while nobody looks. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    static let refresh = "org.quiesce.tests.calendar.refresh"

    let agenda = Agenda()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: nil) { task in
            let work = Task { @MainActor in
                let delegate = UIApplication.shared.delegate as? AppDelegate
                let isDone = await delegate?.agenda.refresh() ?? false
                AppDelegate.scheduleRefresh()
                task.setTaskCompleted(success: isDone)
            }
            task.expirationHandler = { work.cancel() }
        }
        return true
    }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "Calendar", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }

    static func scheduleRefresh() {
        let request = BGAppRefreshTaskRequest(identifier: refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)
        do {
            try BGTaskScheduler.shared.submit(request)
            say("refresh submitted")
        } catch BGTaskScheduler.Error.unavailable {
            say("refresh is off")
        } catch {
            say("no refresh: \(error.localizedDescription)")
        }
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        switch response.actionIdentifier {
        case Agenda.later: await agenda.putOff(response.notification.request)
        default: say("shows \(response.notification.request.content.title)")
        }
    }
}
