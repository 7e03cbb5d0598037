import QuiesceWire

/// The effect of a touch, which is that of a command of the command line.
public enum SystemAction: Sendable, Hashable {
    case open(app: String)
    /// The app's own: it gets the touch.
    case touchApp
    /// `unlocking`: the screen is unlocked before, as no passcode is set.
    case openNotification(UInt64, unlocking: Bool)
    case dismissNotification(UInt64)
    case answerPrompt(UInt64, allow: Bool)
    case answerCall
    case endCall
    case dismissAlert
    case dismissNotificationCenter
    case unlock
    /// A key of the lock screen's keypad.
    case press(key: String)
    case quit(app: String)
    case stopTask(app: String, identifier: String)
    /// Nothing for the device: another place is looked at.
    case show(SystemView.Place)

    /// Requests to the device, in order.
    var requests: [ControlRequest] {
        switch self {
        case .open(let app): [.open(app: app, arguments: [])]
        case .touchApp, .show: []
        case .openNotification(let id, let unlocking):
            (unlocking ? [.unlock] : []) + [.notification(.openNotification(id))]
        case .dismissNotification(let id): [.notification(.dismissNotification(id))]
        case .answerPrompt(let id, let allow):
            [.permission(.answerPrompt(prompt: id, allow: allow))]
        case .answerCall: [.sendEvent(["call", "answer"])]
        case .endCall: [.sendEvent(["call", "end"])]
        case .dismissAlert: [.sendEvent(["alert", "dismiss"])]
        case .dismissNotificationCenter: [.sendEvent(["notification-center", "dismiss"])]
        case .unlock: [.unlock]
        case .press(let key): [.passcode(.pressKey(key: key))]
        case .quit(let app): [.quit(app: app)]
        case .stopTask(let app, let identifier):
            [.continuedTasks(.stopContinuedTask(app: app, identifier: identifier))]
        }
    }

    /// The command that does the same; nil: there is none, as it does nothing to the device.
    public var command: String? {
        switch self {
        case .open(let app): "quiesce open \(app)"
        case .touchApp: "quiesce send touch"
        case .openNotification(let id, _): "quiesce notifications open \(id)"
        case .dismissNotification(let id): "quiesce notifications dismiss \(id)"
        case .answerPrompt(let id, let allow): "quiesce answer \(id) \(allow ? "allow" : "deny")"
        case .answerCall: "quiesce send call answer"
        case .endCall: "quiesce send call end"
        case .dismissAlert: "quiesce send alert dismiss"
        case .dismissNotificationCenter: "quiesce send notification-center dismiss"
        case .unlock, .press: "quiesce unlock"
        case .quit(let app): "quiesce quit \(app)"
        case .stopTask(let app, let identifier): "quiesce tasks stop \(app) \(identifier)"
        case .show: nil
        }
    }
}
