import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// Why a scene is connected: by a notification's choice, or a link.
@MainActor @Suite struct SceneOpeningTests {
    /// The centre's delegate, which is the app's, as apps for iOS have it.
    private final class Informed: PlainDelegate, UNUserNotificationCenterDelegate {
        override func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            UNUserNotificationCenter.current().delegate = self
            return true
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            SceneStage.diary.write(
                "centre \(response.notification.request.identifier) \(response.targetScene != nil)")
            completionHandler()
        }
    }

    private var opened: MessageToApp.LaunchContext {
        var launch = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        launch.notification = NotificationContent(name: "tea")
        launch.notificationDate = 1_000
        return launch
    }

    private func heard(_ stage: SceneStage) -> [String] {
        stage.news().filter { !$0.hasPrefix("UI") && !$0.contains("active") }
    }

    @Test(
        "A scene that a notification's choice has launched finds the response, which the centre's delegate gets too",
        .behaviour("N2"))
    func notification() {
        SceneStage.play(Informed(), manifest: SceneLifeTests.usual, for: opened) { stage in
            #expect(
                heard(stage) == [
                    "connects unattached background", "answered tea", "comes unattached background",
                    "centre tea true",
                ])
        }
    }

    @Test("An answer in the background has no scene to show it", .behaviour("N2"))
    func background() {
        SceneStage.play(Informed(), manifest: SceneLifeTests.usual) { stage in
            stage.leave()
            _ = stage.news()
            let answered = AnsweredNotification(
                notification: NotificationContent(name: "tea"), date: nil,
                answer: .action(identifier: "LATER", text: nil))
            stage.application.perform(.notification(.answered(answered, wake: 7)))
            #expect(stage.news() == ["centre tea false"])
        }
    }

    @Test(
        "A scene that wasn't connected yet is, with what its app is opened with first",
        .behaviour("S6"))
    func firstLink() {
        SceneStage.play(
            PlainDelegate(), manifest: SceneLifeTests.usual, launchedInto: .background
        ) { stage in
            _ = stage.news()
            stage.application.perform(.link(.opened(.url("notes://first", source: nil))))
            #expect(stage.news().isEmpty)
            stage.comeBack()
            #expect(
                heard(stage) == [
                    "connects unattached background", "for notes://first",
                    "comes unattached background",
                ])
            stage.leave()
            _ = stage.news()
            stage.application.perform(.link(.opened(.url("notes://second", source: nil))))
            stage.comeBack()
            #expect(heard(stage) == ["comes background background", "opens notes://second"])
        }
    }

    @Test(
        "A scene finds the activity that its app is launched for, and is told of the next",
        .behaviour("S3", "S6"))
    func activities() {
        var launch = MessageToApp.LaunchContext(state: .inactive, reason: .activity)
        launch.link = .activity(
            AppActivity(
                type: NSUserActivityTypeBrowsingWeb, webpageURL: "https://example.com/first"))
        SceneStage.play(PlainDelegate(), manifest: SceneLifeTests.usual, for: launch) { stage in
            #expect(
                heard(stage) == [
                    "launched background", "connects unattached background",
                    "for https://example.com/first",
                    "comes unattached background",
                ])
            stage.application.perform(.link(.opened(.activity(AppActivity(type: "reading")))))
            #expect(stage.news() == ["will continue reading", "continues reading"])
            let broken = AppActivity(type: "reading", userInfo: "[]")
            stage.application.perform(.link(.opened(.activity(broken))))
            #expect(stage.news() == ["will continue reading", "failed reading"])
        }
    }
}
