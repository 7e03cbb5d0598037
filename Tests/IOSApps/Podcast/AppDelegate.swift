import UIKit
import UserNotifications

// A podcast player as one is written for iOS today, in Swift 5 mode: it downloads in the
// background, tells of the episode, plays it behind other apps, and takes the keys of headphones.
// It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    let player = Player()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.requestAuthorization(options: [.alert, .sound]) { granted, _ in
            if !granted { say("may not tell") }
        }
        player.prepare()
        Downloads.shared.resume()
        if let at = CommandLine.arguments.firstIndex(of: "--get"),
            let url = URL(string: CommandLine.arguments[at + 1])
        {
            Downloads.shared.download(Episode(title: "On sleep", url: url))
        }
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        say("events of \(identifier)")
        Downloads.shared.backgroundCompletionHandler = completionHandler
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        say("present \(notification.request.identifier)")
        return [.banner, .list]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let content = response.notification.request.content
        guard let file = content.userInfo["file"] as? String else { return }
        say("opened \(content.title)")
        player.play(content.title, at: Downloads.folder.appendingPathComponent(file))
    }
}
