import Foundation
import QuiesceWire

// Activities that the app goes on with: pages of its domains, and others of its types.
extension UIApplication {
    /// - Parameter scene: the one whose delegate hears of it; nil: the app's delegate does.
    func goOn(with received: AppActivity, in scene: UIScene?) {
        if let scene {
            scene.delegate?.scene(scene, willContinueUserActivityWithType: received.type)
        } else {
            _ = delegate?.application(self, willContinueUserActivityWithType: received.type)
        }
        do {
            let activity = try NSUserActivity(received)
            if let scene {
                scene.delegate?.scene(scene, continue: activity)
            } else {
                _ = delegate?.application(self, continue: activity) { objects in
                    for object in objects ?? [] { object.restoreUserActivityState(activity) }
                }
            }
        } catch {
            if let scene {
                scene.delegate?.scene(
                    scene, didFailToContinueUserActivityWithType: received.type, error: error)
            } else {
                delegate?.application(
                    self, didFailToContinueUserActivityWithType: received.type, error: error)
            }
        }
    }

    /// One that can't be read is missing here, and is told to have failed afterwards.
    func options(of received: AppActivity) -> [LaunchOptionsKey: Any] {
        var dictionary: [AnyHashable: Any] = [
            LaunchOptionsKey.userActivityType.rawValue: received.type
        ]
        dictionary["UIApplicationLaunchOptionsUserActivityKey"] = try? NSUserActivity(received)
        return [.userActivityDictionary: dictionary, .userActivityType: received.type]
    }
}

extension UIScene.ConnectionOptions {
    func take(_ received: AppActivity) {
        do {
            userActivities = [try NSUserActivity(received)]
            sourceApplication = received.source
        } catch {
            note("it was opened with an activity that can't be read: \(error)")
        }
    }
}

extension NSUserActivity {
    /// - Throws: the page is no URL, or the user info no JSON object, for Foundation.
    fileprivate convenience init(_ received: AppActivity) throws {
        self.init(activityType: received.type)
        if let page = received.webpageURL {
            guard let url = URL(string: page) else { throw CocoaError(.coderInvalidValue) }
            webpageURL = url
        }
        if let text = received.userInfo {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
            guard let entries = object as? [String: Any] else {
                throw CocoaError(.coderInvalidValue)
            }
            userInfo = entries
        }
    }
}

/// Something that comes back to where an activity was: what a delegate gives to the handler of
/// `application(_:continue:restorationHandler:)`.
// UIKit derives it of `NSObjectProtocol`; responders are no `NSObject` here.
@preconcurrency @MainActor public protocol UIUserActivityRestoring: AnyObject {
    /// Shows what the activity is about.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}

extension UIApplicationDelegate {
    /// Leaves it to the system to tell the user, which has nothing to say.
    public func application(
        _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool { false }

    /// Doesn't go on with it.
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { false }

    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {}
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    }
    /// Does nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
    /// Does nothing.
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) {}
}
