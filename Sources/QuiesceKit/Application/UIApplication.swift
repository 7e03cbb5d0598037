import Foundation
import QuiesceWire

/// The running app: its state, its delegate, and its background tasks.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// Where the app is, while it has a process (S1). A suspended app runs no code to see it.
    public enum State: Int, Sendable {
        /// In front, and gets events.
        case active = 0
        /// In front, and gets none: a moment on the way in or out, or under an alert of the
        /// system's.
        case inactive = 1
        /// Behind, and executing.
        case background = 2
    }

    /// The keys of the launch options, which tell why the app was launched.
    public struct LaunchOptionsKey: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A push launched the app, or the user's choice of one that was shown (R1): the value is
        /// its JSON object, a `[AnyHashable: Any]`.
        /// `didReceiveRemoteNotification:fetchCompletionHandler:` gets it too, after `didFinishLaunching`;
        /// the method without a handler doesn't.
        public static let remoteNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// The user chose a local notification, which launched the app (N2): the value is the
        /// `UILocalNotification`. `application(_:didReceive:)` isn't called for it.
        public static let localNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        /// News of location launched the app into the background (G1, G4, G6): the value is
        /// `true`. A `CLLocationManager` that starts the service again, with a delegate, gets them.
        public static let location = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// The app is launched to open this URL, a `URL`. `application(_:open:options:)` gets it
        /// too, after `didFinishLaunching`, if that returns true.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The id of the app that asked for that, a `String`; absent where none did.
        public static let sourceApplication = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// The user chose a quick action, a
        /// `UIApplicationShortcutItem`. `application(_:performActionFor:completionHandler:)` gets
        /// it too, if `didFinishLaunching` returns true.
        public static let shortcutItem = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// The user goes on with an activity: a dictionary with its type and the
        /// `NSUserActivity` itself. `application(_:continue:restorationHandler:)` gets it too, if
        /// `didFinishLaunching` returns true.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The activity's type, a `String`; in the dictionary, by its raw value, too.
        public static let userActivityType = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    }

    package static var running: UIApplication?

    nonisolated let link: DaemonLink
    /// The windows and the scene that the app shows.
    let display: Display
    let restoration: Restoration
    let scenes: SceneLife
    var touchscreen = Touchscreen()
    /// The responder that motion and remote control events go to (H2).
    weak var firstResponder: UIResponder?

    /// The app. It exists once `UIApplicationMain` was called.
    open class var shared: UIApplication {
        guard let running else {
            fatalError("UIApplication.shared is there once UIApplicationMain was called")
        }
        return running
    }

    /// Hears of the life cycle, on the main thread. Made of the class that
    /// `UIApplicationMain` or `@main` names.
    open var delegate: (any UIApplicationDelegate)?

    package let permissions: Permissions
    /// The app's state of the capabilities that it uses, a room each.
    var rooms: [any AppRoom] = []
    /// The delegate is being told of the launch.
    var isLaunching = false
    var isLaunchingToFront = false
    /// Those that the app has registered in this launch.
    var notificationCategories: Set<UIUserNotificationCategory>?

    /// `UIApplicationMain` makes the one application of a process.
    public required init() {
        let link = DaemonLink.current
        self.link = link
        display = Display { scene throws(WireError) in try link.show(scene) }
        restoration = Restoration(container: AppContainer.current)
        scenes = SceneLife(manifest: SceneManifest.current, container: AppContainer.current)
        permissions = Permissions(link)
        super.init()
        BGTaskScheduler.current = backgroundTasks
        BackgroundTransfers.current = transfers
        _ = room(AudioServices.self)
        permissions.observe(.backgroundRefresh) { [unowned self] _ in
            // The switch for all apps may say the same as before.
            guard link.read({ $0.device.backgroundRefresh ?? true }) else { return }
            post(Self.backgroundRefreshStatusDidChangeNotification)
        }
    }

    /// The delegate, where it is a responder.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// Takes each event first and passes it on (H2): touches to their window, motion and remote
    /// control to the first responder. A subclass that overrides it calls `super`.
    open func sendEvent(_ event: UIEvent) { dispatch(event) }

    /// Where the app is in its life cycle (S1).
    public internal(set) var applicationState = State.inactive {
        didSet {
            let inBackground = applicationState == .background && !isLaunchingToFront
            link.change { $0.inBackground = inBackground }
        }
    }

    /// Whether files with complete protection can be read (P3): as the app was last told, just
    /// before the delegate's method that says so. While the device has no passcode they always can.
    open var isProtectedDataAvailable: Bool {
        link.read { $0.device.protectedDataAvailable ?? true }
    }

    /// Whether the app uses the network, as it says; no indicator is shown, as on iOS since 13.
    open var isNetworkActivityIndicatorVisible = false

    /// How the app's previous launch ended, a word as in `quiesce log`'s `reason`, for example
    /// `taskExpired`; nil for the first launch. Quiesce's own: iOS doesn't tell.
    public internal(set) var previousExitReason: String?

    /// Seconds until the app is suspended or terminated in the background;
    /// `.greatestFiniteMagnitude` in the foreground, or where nothing limits it (T2). From any
    /// thread.
    nonisolated open var backgroundTimeRemaining: TimeInterval {
        let deadline = link.read { $0.inBackground ? $0.backgroundDeadline : nil }
        guard let deadline else { return .greatestFiniteMagnitude }
        return max(0, Double(deadline - AppTime.source.awake) / 1e9)
    }

    /// Asks not to be suspended until `endBackgroundTask(_:)` (T1). From any thread.
    ///
    /// - Parameter handler: Called on the main thread shortly before the time is out (T4).
    /// - Returns: A new id, at once; `.invalid` once `applicationWillTerminate` was called (W3),
    ///   where there is no multitasking (O2), where too many tasks are open, or where the time in
    ///   the background is used up (T3).
    @preconcurrency nonisolated open func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        switch link.change({ $0.beginTask(name: taskName, onExpiration: handler) }) {
        case .success(let task):
            return UIBackgroundTaskIdentifier(rawValue: Int(task))
        case .failure(let refusal):
            note("no background task: \(refusal.reason)")
            return .invalid
        }
    }

    /// `beginBackgroundTask(withName:expirationHandler:)` without a name.
    @preconcurrency nonisolated open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Ends a task; after the last one the app may be suspended as soon as this turn of the main
    /// loop is over (T6). From any thread; another than the main one has a moment more. An id that
    /// names no open task is reported on stderr and has no effect (T7).
    nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        let ended = UInt64(exactly: identifier.rawValue).map(link.endTask)
        if ended != true {
            note("endBackgroundTask(\(identifier.rawValue)): no such task is open")
        }
    }
}

// Posted on `NotificationCenter.default` after the delegate's method, with the app as the object.
extension UIApplication {
    /// The app has finished launching (S3); posted after the delegate's callback. Its user info are
    /// the launch options.
    nonisolated public static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    /// The app is active: it is in front and nothing covers it (S3).
    nonisolated public static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")
    /// The app is about to be inactive (S7).
    nonisolated public static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    /// The app is in the background (S5), and is suspended soon.
    nonisolated public static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// The app comes back to the front (S6).
    nonisolated public static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// M2
    nonisolated public static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    /// Q6
    nonisolated public static let significantTimeChangeNotification = Notification.Name(
        "UIApplicationSignificantTimeChangeNotification")
    /// P3
    nonisolated public static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailableNotification")
    /// P3
    nonisolated public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailableNotification")
    /// The app is about to be ended (W3).
    nonisolated public static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")
}
