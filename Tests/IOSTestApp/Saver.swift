import UIKit

/// Saves while a background task keeps the app awake, as a plain class does it in UIKit.
class Saver {
    private var task: UIBackgroundTaskIdentifier = .invalid

    func save() {
        task = UIApplication.shared.beginBackgroundTask(withName: "save") { self.end() }
        say("saving \(UIDevice.current.isMultitaskingSupported)")
        DispatchQueue.main.async { self.end() }
    }

    func write() {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "write") { expired in
            say("activity \(expired)")
        }
    }

    private func end() {
        guard task != .invalid else { return }
        say("saved")
        // It may be suspended from here on.
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
