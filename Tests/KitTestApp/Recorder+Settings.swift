import Foundation
import QuiesceKit

// The callbacks that the recorder gets about settings, permissions, connected devices and its
// status bar.
extension Recorder {
    func recordSettings() {
        let center = NotificationCenter.default
        _ = center.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in say("event defaults \(setting("speed"))") }
        _ = center.addObserver(
            forName: UIApplication.backgroundRefreshStatusDidChangeNotification, object: nil,
            queue: nil
        ) { _ in
            MainActor.assumeIsolated {
                say("event backgroundRefresh \(UIApplication.shared.backgroundRefreshStatus)")
            }
        }
        EAAccessoryManager.shared().registerForLocalNotifications()
        for name in [Notification.Name.EAAccessoryDidConnect, .EAAccessoryDidDisconnect] {
            _ = center.addObserver(forName: name, object: nil, queue: nil) { notification in
                let accessory = notification.userInfo?[EAAccessoryKey] as? EAAccessory
                MainActor.assumeIsolated {
                    let connected = EAAccessoryManager.shared().connectedAccessories.map(\.name)
                    say(
                        "event accessory \(accessory?.name ?? "none") \(accessory?.isConnected == true) \(connected)"
                    )
                }
            }
        }
        for kind in ["DidConnect", "DidDisconnect", "ModeDidChange"] {
            let name = Notification.Name("UIScreen\(kind)Notification")
            _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in
                say("event screen \(kind)")
            }
        }
    }

    func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect
    ) {
        say("willChangeStatusBar \(application.statusBarFrame.height) \(newStatusBarFrame.height)")
    }

    func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect
    ) {
        say("didChangeStatusBar \(oldStatusBarFrame.height) \(application.statusBarFrame.height)")
    }

    func application(
        _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
    ) {
        say("registered \(notificationSettings.types.rawValue)")
    }

    /// - Returns: false, if it is another's command.
    nonisolated func obeySettings(_ words: [Substring]) -> Bool {
        switch words.first {
        case "register":
            DispatchQueue.main.async { @Sendable in
                MainActor.assumeIsolated {
                    UIApplication.shared.registerUserNotificationSettings(
                        UIUserNotificationSettings(types: [.alert, .badge]))
                }
            }
        case "setting":
            say("setting \(setting(String(words[1])))")
        case "set":
            UserDefaults.standard.set(String(words[2]), forKey: String(words[1]))
            say("saved \(UserDefaults.standard.synchronize())")
        case _:
            return false
        }
        return true
    }
}

private func setting(_ key: String) -> String {
    UserDefaults.standard.object(forKey: key).map { "\($0)" } ?? "none"
}
