import Foundation
import QuiesceWire

// Pushes, and what registering for them comes to (R1). On the main thread.
extension UIApplication {
    /// Asks for the token by which servers reach this app on this device. The delegate's
    /// `didRegisterForRemoteNotificationsWithDeviceToken` has it, each time this is called; or its
    /// `didFailToRegisterForRemoteNotificationsWithError` why there is none.
    ///
    /// The token may change, so call this at each launch, and tell your server. What pushes
    /// present, the user must have allowed: `registerUserNotificationSettings(_:)`.
    public func registerForRemoteNotifications() { link.change { $0.ask(.register) } }

    /// From now on nobody reaches the app by its token.
    public func unregisterForRemoteNotifications() { link.change { $0.ask(.unregister) } }

    /// Whether the app has registered, in this launch or an earlier one, and that came to a token;
    /// as the app was last told. Not any more once it has unregistered.
    public var isRegisteredForRemoteNotifications: Bool {
        link.read { $0.isRegisteredForPushes }
    }

    func take(_ callback: PushCallback) {
        switch callback {
        case .registered(let token):
            link.change { $0.isRegisteredForPushes = true }
            delegate?.application(
                self, didRegisterForRemoteNotificationsWithDeviceToken: Data(hexadecimal: token))
        case .notRegistered(let why):
            link.change { $0.isRegisteredForPushes = false }
            delegate?.application(
                self,
                didFailToRegisterForRemoteNotificationsWithError: RemoteNotificationError(why))
        case .received(let payload, let opened, let shown, let date):
            guard !takes(payload, opened: opened, shown, date) else { return }
            offer(payload)
        case .voipRegistered(let token):
            room(PushRegistries.self).registered(Data(hexadecimal: token))
        case .voipNotRegistered(let why): room(PushRegistries.self).notRegistered(why)
        case .voipInvalidated: room(PushRegistries.self).invalidated()
        // It has a completion handler, which whoever performs calls makes.
        case .voipReceived: break
        }
    }

    /// Hands what was shown of a push, or would be, to the delegate of notifications.
    ///
    /// - Returns: whether that takes it.
    func takes(
        _ payload: String, opened: Bool, _ shown: NotificationContent?, _ date: Int64?
    ) -> Bool {
        guard let shown else { return false }
        guard opened else {
            return notifications.willPresent(shown, date: date, push: payload)
        }
        return notifications.didReceive(
            AnsweredNotification(notification: shown, date: date, push: payload, answer: .opened),
            inFront: true, {})
    }

    /// Hands over a push that nothing waits for.
    func offer(_ payload: String) {
        delegate?.application(
            self, didReceiveRemoteNotification: userInfo(of: payload),
            fetchCompletionHandler: { _ in })
    }

    /// Hands a push to a delegate without `didReceiveRemoteNotification:fetchCompletionHandler:`,
    /// if the push comes while the app is in front, or if the user chose it. A push that launched
    /// the app was in the options.
    func takeWithoutHandler(_ userInfo: [AnyHashable: Any]) {
        guard applicationState != .background, !isLaunching else { return }
        delegate?.application(self, didReceiveRemoteNotification: userInfo)
    }

    func userInfo(of payload: String) -> [AnyHashable: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
        guard let userInfo = object as? [String: Any] else {
            note("a push's payload is no JSON object: it is passed on as an empty dictionary")
            return [:]
        }
        return userInfo
    }
}

/// Why the app can't be reached by pushes (R1).
public struct RemoteNotificationError: Error, Sendable, Hashable, LocalizedError {
    /// A description of the failure, with the remedy.
    public let errorDescription: String?

    init(_ why: String) { errorDescription = why }
}

extension Data {
    /// Reads pairs of hexadecimal digits; anything else is left out.
    fileprivate init(hexadecimal text: String) {
        let digits = text.utf8.compactMap {
            UInt8(exactly: Character(Unicode.Scalar($0)).hexDigitValue ?? -1)
        }
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
}
