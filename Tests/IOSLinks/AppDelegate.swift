import UIKit

// An app that is opened with URLs, quick actions and activities, written as for iOS in Swift 5
// mode. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let item = UIMutableApplicationShortcutItem(type: "new", localizedTitle: "New note")
        item.userInfo = ["folder": "inbox" as NSString]
        if let url = launchOptions?[.url] as? URL {
            let source = launchOptions?[.sourceApplication] as? String
            say("launched for \(url) of \(source ?? "nobody")")
            // It has opened that by itself.
            if url.host == "itself" { return false }
        } else if let dictionary = launchOptions?[.userActivityDictionary] as? [AnyHashable: Any] {
            let activity = dictionary.values.compactMap { $0 as? NSUserActivity }.first
            let type = launchOptions?[.userActivityType] as? String
            say(
                "launched for \(type ?? "none") \(activity?.webpageURL?.absoluteString ?? "no page")"
            )
        } else if let item = launchOptions?[.shortcutItem] as? UIApplicationShortcutItem {
            say("launched for \(item.type)")
        } else {
            application.shortcutItems = [item]
            say("launched")
        }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { say("active") }

    func applicationDidEnterBackground(_ application: UIApplication) { say("left") }

    func application(
        _ app: UIApplication, open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        let source = options[.sourceApplication] as? String ?? "nobody"
        say("open \(url) of \(source) \(app.applicationState == .active ? "active" : "inactive")")
        // links-a://open?other:thing
        if let other = url.query.flatMap({ URL(string: $0) }) {
            say("can \(app.canOpenURL(other))")
            let options: [UIApplication.OpenExternalURLOptionsKey: Any] =
                url.host == "universal" ? [.universalLinksOnly: true] : [:]
            app.open(other, options: options) { success in say("opened \(success)") }
        }
        return true
    }

    func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        let folder = shortcutItem.userInfo?["folder"] as? NSString
        say("action \(shortcutItem.type) \(shortcutItem.localizedTitle) \(folder ?? "none")")
        completionHandler(true)
    }

    func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
        say("will continue \(userActivityType)")
        return false
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb,
            let url = userActivity.webpageURL
        else {
            restorationHandler([Reader()])
            return true
        }
        say("page \(url)")
        return true
    }

    func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: Error
    ) { say("failed \(userActivityType)") }
}

class Reader: UIViewController {
    override func restoreUserActivityState(_ userActivity: NSUserActivity) {
        say("restores \(userActivity.userInfo?["page"] as? Int ?? 0)")
    }
}
