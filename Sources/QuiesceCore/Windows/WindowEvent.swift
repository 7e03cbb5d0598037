/// The events of a desktop's windows that the core hears.
// derive: cases
public enum WindowEvent: Sendable, Hashable {
    /// All apps that have windows now, as the desktop says: each launch once.
    case seen([AppWindows])
    /// Nobody says any more which windows there are.
    case lost
}

/// The windows of one launch of an app, taken together.
// derive: json
public struct AppWindows: Sendable, Hashable {
    public var app: AppID
    public var launch: Launch
    /// One of them, or a part of it, is on a screen.
    public var isShown: Bool
    /// One of them has the keyboard.
    public var isFocused: Bool

    public init(app: AppID, launch: Launch, isShown: Bool, isFocused: Bool) {
        self.app = app
        self.launch = launch
        self.isShown = isShown
        self.isFocused = isFocused
    }
}

extension WindowEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? { nil }
    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .seen(let windows):
            (["seen"]
                + windows.map {
                    "\($0.app.name).\($0.launch.number):\($0.isFocused ? "focused" : $0.isShown ? "shown" : "hidden")"
                }).joined(separator: " ")
        case .lost: "lost"
        }
    }
}
