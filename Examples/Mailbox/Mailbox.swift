import ExampleSupport
import Foundation

// A push says that a letter has come: the app is woken, gets it, and has it when the user opens the
// push. It prints the token by which servers reach it. Letters come from
// `Examples/Server/serve`; a push that brings one is `{"aps": {"alert": "A letter",
// "content-available": 1}, "letter": 7}`.
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Mailbox: UIResponder, UIApplicationDelegate {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var token: String?
        var letter: Int?
        var text: String?
    }

    var window: UIWindow?
    private let options = Options(
        usage: "Mailbox [--server URL]", values: ["--server"], arguments: lastArguments())
    private lazy var letters = Letters(server: options.text("--server") ?? "http://127.0.0.1:8008")
    private let list = LetterList()
    private let state = StateFile()
    private var screen = Screen() {
        didSet { state.save(screen) }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: nil))
        // At each launch: the token may be another one.
        application.registerForRemoteNotifications()
        list.letters = letters
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = list
        window.makeKeyAndVisible()
        self.window = window
        state.save(screen)
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        if application.applicationIconBadgeNumber > 0 { application.applicationIconBadgeNumber = 0 }
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        // An app of yours tells its server.
        let token = deviceToken.map { String(format: "%02x", $0) }.joined()
        screen.token = token
        print("token \(token)")
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        print("no token: \(error.localizedDescription)")
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        guard let number = userInfo["letter"] as? Int else { return completionHandler(.noData) }
        let isSeen = application.applicationState != .background
        if isSeen, let text = letters[number] {
            show(number, text)
            return completionHandler(.noData)
        }
        Task {
            do {
                let text = try await letters.fetch(number)
                print("letter \(number) is here")
                list.changed()
                if isSeen { show(number, text) }
                completionHandler(.newData)
            } catch {
                print("letter \(number): \(error.localizedDescription)")
                completionHandler(.failed)
            }
        }
    }

    private func show(_ number: Int, _ text: String) {
        list.open = number
        screen.letter = number
        screen.text = text
        print("shows letter \(number): \(text)")
    }
}
