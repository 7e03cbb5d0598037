import ExampleSupport
import Foundation

// Gets the user's attention when its button is pressed: by an alert at once, and by a notification
// five minutes later, and then every day.
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class GettingAttention: UIResponder, UIApplicationDelegate {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var alert: String?
        var answers = 0
        /// How many notifications it has got, in front or by the choice of the user.
        var notifications = 0
    }

    /// How often the notification comes again.
    private enum Repeat: String, CaseIterable {
        case never, minute, hour, day, week

        var unit: NSCalendar.Unit {
            switch self {
            case .never: []
            case .minute: .minute
            case .hour: .hour
            case .day: .day
            case .week: .weekOfYear
            }
        }

        var words: String { self == .never ? "once" : "then each \(rawValue)" }
    }

    var window: UIWindow?
    private let options = Options(
        usage: "GettingAttention [--in SECONDS] [--every never|minute|hour|day|week]",
        values: ["--in", "--every"])
    // Read at launch, where whoever mistyped them hears of it.
    private lazy var delay = options.number("--in", atLeast: 0) ?? 300
    private lazy var interval = options.choice("--every") ?? Repeat.day
    private let state = StateFile()
    private let controller = AttentionScreen()
    private var screen = Screen() {
        didSet {
            controller.answers = screen.answers
            controller.notifications = screen.notifications
            state.save(screen)
        }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        controller.plan = String(format: "in %.0f s, ", delay) + interval.words
        controller.press = { [unowned self] in doAlert() }
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: nil))
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        state.save(screen)
        if let chosen = launchOptions?[.localNotification] as? UILocalNotification {
            got(chosen, "launched by")
        }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        if application.applicationIconBadgeNumber > 0 { application.applicationIconBadgeNumber = 0 }
    }

    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {
        got(notification, application.applicationState == .active ? "got" : "opened by")
    }

    private func got(_ notification: UILocalNotification, _ how: String) {
        screen.notifications += 1
        print("\(how): \(notification.alertBody ?? "")")
    }

    private func doAlert() {
        UIAlertView(
            title: "Alert Button Selected",
            message: "I need your attention NOW (and in a little bit)!",
            delegate: self, cancelButtonTitle: "Ok"
        ).show()
        screen.alert = "Alert Button Selected"
        print("[ Alert Button Selected ] I need your attention NOW (and in a little bit)!  ( Ok )")

        let application = UIApplication.shared
        application.cancelAllLocalNotifications()
        let scheduledAlert = UILocalNotification()
        scheduledAlert.applicationIconBadgeNumber = 1
        scheduledAlert.fireDate = Date(timeIntervalSinceNow: delay)
        scheduledAlert.timeZone = NSTimeZone.default
        scheduledAlert.repeatInterval = interval.unit
        scheduledAlert.soundName = "soundeffect.wav"
        scheduledAlert.alertBody = "I'd like to get your attention again!"
        application.scheduleLocalNotification(scheduledAlert)
    }
}

extension GettingAttention: UIAlertViewDelegate {
    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
        screen.alert = nil
        screen.answers += 1
    }
}
