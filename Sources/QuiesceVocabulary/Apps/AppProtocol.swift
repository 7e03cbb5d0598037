/// The app protocol, version 1: one JSON object per datagram of a `SOCK_SEQPACKET` Unix socket.
/// `docs/protocol.md` describes it for other languages.
public enum AppProtocol {
    public static let version = 1
    /// Bytes of one datagram, either way. A longer one is refused.
    public static let datagramBytes = 65_536
}

/// A message from an app to the daemon. The kernel tells which app sent it; no field does.
// derive: tag=type
public enum MessageFromApp: Sendable, Hashable {
    /// The first message on every connection.
    // json: flat
    case hello(Hello)
    /// The callback of delivery `seq`, and of every earlier one, has returned.
    case handled(seq: UInt64)
    /// `beginBackgroundTask` (T1). `task` is chosen by the app, unique within the launch, above 0.
    case beginTask(request: UInt64, task: UInt64, name: String?)
    /// `endBackgroundTask` (T1)
    case endTask(request: UInt64, task: UInt64)
    /// The completion handler of wake-up `wake` was called.
    case completeWake(request: UInt64, wake: UInt64, result: WakeResult)
    /// The user is asked whether the app may use `permission` (U4): `notifications`, `location`,
    /// `microphone` or `bluetooth`. The answer is a `permission` call, at once if the user has
    /// answered before.
    case requestPermission(request: UInt64, permission: String)
    /// The app's present screen (H2); the last one counts, and none is acknowledged. nil: it is the
    /// content of the sealed file in memory that comes with the message.
    indirect case scene(Scene?)
    /// Background transfers (X1). Acknowledged once it is on disk.
    indirect case transfer(request: UInt64, BackgroundSessionRequest)
    /// Local notifications (N1). Acknowledged once it is on disk.
    indirect case notification(request: UInt64, LocalNotificationRequest)
    /// Background fetches and background tasks (F1). Acknowledged once it is on disk.
    indirect case fetching(request: UInt64, FetchRequest)
    /// Pushes (R1). Acknowledged once it is on disk.
    case push(request: UInt64, PushRequest)
    /// A sensor's samples (H2).
    case motion(request: UInt64, MotionRequest)
    /// Where the device is (G1-G4). Acknowledged once it is on disk.
    indirect case location(request: UInt64, LocationRequest)
    /// How its sound goes with that of others (A1-A5).
    indirect case audio(request: UInt64, AudioRequest)
    /// Sockets that are kept while it is suspended (V1-V6). A duplicate of the socket comes with
    /// `keep`.
    indirect case voip(request: UInt64, VoIPRequest)
    /// Sessions with accessories (E1-E3).
    indirect case accessory(request: UInt64, AccessoryRequest)
    /// Bluetooth (B1-B3). Acknowledged once it is on disk.
    indirect case bluetooth(request: UInt64, BluetoothRequest)
    /// It opens another app.
    indirect case link(request: UInt64, LinkRequest)
    /// `isIdleTimerDisabled`: whether the screen stays on while the app is in front.
    case idleTimer(request: UInt64, disabled: Bool)
    /// Tasks that it begins in front and goes on with when it is left (F10).
    indirect case continued(request: UInt64, ContinuedRequest)

    // derive: json
    public struct Hello: Sendable, Hashable {
        /// `AppProtocol.version` of the sender.
        public var version: Int
        /// The number of the last delivery received in this launch; 0 for none.
        public var lastReceived: UInt64
        /// The number of the last delivery whose callback has returned; 0 for none.
        public var lastHandled: UInt64
        /// The ids of all background tasks open now.
        public var openTasks: [UInt64]
        /// How many requests, not acknowledged on an earlier connection, follow this message.
        public var outbox: Int

        public init(
            version: Int = AppProtocol.version, lastReceived: UInt64 = 0, lastHandled: UInt64 = 0,
            openTasks: [UInt64] = [], outbox: Int = 0
        ) {
            self.version = version
            self.lastReceived = lastReceived
            self.lastHandled = lastHandled
            self.openTasks = openTasks
            self.outbox = outbox
        }
    }
}

/// A message from the daemon to an app.
// derive: tag=type
public enum MessageToApp: Sendable, Hashable {
    /// The answer to `hello`.
    // json: flat
    indirect case welcome(Welcome)
    /// One callback to run on the main thread, in order of `seq`.
    // json: flat
    case deliver(Delivery)
    /// Every request up to and including `request` is recorded; the app may forget them.
    case ack(request: UInt64)
    /// The app's allowance changed. `deadline` is on CLOCK_MONOTONIC in nanoseconds; nil: without
    /// limit (T2). `isOver`: no task can be begun before the app comes to the foreground (T1).
    // json: isOver=over
    case backgroundTime(deadline: Int64?, isOver: Bool = false)
    /// The answer to `openSession`: what tasks it has, some with each message.
    indirect case session(SessionTasks)
    indirect case progress(TransferProgress)
    /// After the welcome.
    indirect case notifications(AppNotifications)
    indirect case motion(MotionUpdate)
    indirect case location(LocationUpdate)
    indirect case audio(AudioUpdate)
    indirect case bluetooth(BluetoothUpdate)
    /// The app's mistake; the daemon closes the connection after it.
    case error(code: ProtocolErrorCode, message: String)
    /// Which accessories are connected, and the terminals of sessions, as file descriptors that
    /// come with it.
    indirect case accessory(AccessoryUpdate)
    /// The answer to `listDelivered`.
    indirect case deliveredNotifications(DeliveredNotifications)
    /// The schemes of which some installed app opens URLs: after the welcome, and when others are
    /// installed or removed. `continues`: more than what came before.
    // json: schemes=schemes, continues unless false
    case schemes([String], continues: Bool = false)
    /// The domains whose pages some installed app opens,
    /// `*.example.com` among them; otherwise as `schemes`.
    // json: domains=domains, continues unless false
    case domains([String], continues: Bool = false)

    /// The next of its kind is worth more than this one: it isn't kept for an app that doesn't
    /// read.
    package var isReplaceable: Bool {
        switch self {
        case .progress: true
        case .motion(let update): update.isReplaceable
        case .location(let update): update.isReplaceable
        case .audio(let update): update.isReplaceable
        case .welcome, .deliver, .ack, .backgroundTime, .session, .notifications, .error,
            .accessory, .deliveredNotifications, .schemes, .domains:
            false
        case .bluetooth(let update): update.isReplaceable
        }
    }

    // derive: json
    public struct Welcome: Sendable, Hashable {
        public var version: Int
        public var launch: UInt64
        /// The last request that the daemon has recorded; those up to it need not be sent again.
        public var lastRequest: UInt64
        /// `UIDevice.isMultitaskingSupported` (O2)
        public var multitaskingSupported: Bool
        /// Background tasks that may be open at once; further ones are refused (`.invalid`).
        public var openTasksLimit: Int
        /// The device's state, as far as the app has been told or is told with its next events.
        public var device: DeviceState
        /// The app's permissions, `notDetermined`, `denied`,
        /// `authorized` or, for location only while it is in use, `authorizedWhenInUse` each;
        /// likewise. nil: nothing is decided yet.
        public var permissions: [String: String]?
        /// `isRegisteredForRemoteNotifications`: it has registered, and has a token. nil: no.
        public var registeredForPushes: Bool?
        /// The app ends unless it adopts scenes (O5); nil: it needn't.
        public var scenesRequired: Bool?
        /// Continued tasks that may run at once on the device (F10); nil: there are none.
        public var continuedTasks: Int?
        /// Background tasks that the app waits for, over launches; nil: none.
        public var pendingTasks: [BackgroundTaskRequest]?

        public init(
            version: Int = AppProtocol.version, launch: UInt64, lastRequest: UInt64,
            multitaskingSupported: Bool, openTasksLimit: Int, device: DeviceState = DeviceState(),
            permissions: [String: String]? = nil, registeredForPushes: Bool? = nil,
            scenesRequired: Bool? = nil, continuedTasks: Int? = nil,
            pendingTasks: [BackgroundTaskRequest]? = nil
        ) {
            self.version = version
            self.launch = launch
            self.lastRequest = lastRequest
            self.multitaskingSupported = multitaskingSupported
            self.openTasksLimit = openTasksLimit
            self.device = device
            self.permissions = permissions
            self.registeredForPushes = registeredForPushes
            self.scenesRequired = scenesRequired
            self.continuedTasks = continuedTasks
            self.pendingTasks = pendingTasks
        }
    }

    /// The device's state (Q1), in the words of `quiesce send`.
    // derive: json
    public struct DeviceState: Sendable, Hashable {
        public var orientation = "portrait"
        /// 0…100; nil: unknown.
        public var batteryPercent: Int?
        /// `unknown`, `unplugged`, `charging` or `full`
        public var batteryState = "unknown"
        /// Something is close to the screen.
        public var near = false
        /// As ICU writes it, for example `fr_FR`; nil: the machine's.
        public var locale: String?
        /// A name of the time zone database; nil: the machine's.
        public var timeZone: String?
        /// nil: no account.
        public var ubiquityIdentity: String?
        /// The names of the accessories that are connected; nil: none is.
        public var accessories: [String]?
        /// How many pixels the external screen shows, for example `1920x1080`; nil: there is none.
        public var externalScreen: String?
        /// The device's own, as `DeviceScreen` writes it; nil: the standard one.
        public var screen: String?
        /// Points; nil: 20, as it is unless a call goes on (S9).
        public var statusBarHeight: Int?
        /// The switch for all apps (F8), the app's own being one of its permissions; nil: on.
        public var backgroundRefresh: Bool?
        /// Whether files with complete protection can be read (P3); nil: yes, as an older daemon
        /// says nothing of it.
        public var protectedDataAvailable: Bool?
        /// Whether Low Power Mode is on; nil: no.
        public var lowPowerMode: Bool?
        /// `fair`, `serious` or `critical`; nil: `nominal`.
        public var thermalState: String?

        public init() {}
    }

    // derive: json
    public struct Delivery: Sendable, Hashable {
        /// Counts from 1 within a launch.
        public var seq: UInt64
        /// The app has received this one before, and its handling was not acknowledged.
        // json: unless false
        public var redelivered: Bool
        // json: flat
        public var call: Call

        public init(seq: UInt64, redelivered: Bool = false, call: Call) {
            self.seq = seq
            self.redelivered = redelivered
            self.call = call
        }
    }

    /// A callback. The names are those of the delegate's methods.
    // derive: tag=call
    public enum Call: Sendable, Hashable {
        /// willFinishLaunching and didFinishLaunching (S3, S4).
        // json: finishLaunching=launch
        case finishLaunching(LaunchContext)
        case didBecomeActive
        case willResignActive
        /// `deadline`: when background time ends, as in `backgroundTime`.
        case didEnterBackground(deadline: Int64?)
        case willEnterForeground
        /// didReceiveMemoryWarning: free what can be made again (M2).
        case memoryWarning
        /// The app should exit when it returns (W3).
        case willTerminate
        /// Call the expiration handlers of these tasks (T4).
        // json: expireTasks=tasks
        case expireTasks([UInt64])
        /// performFetchWithCompletionHandler (F2)
        case performFetch(wake: UInt64)
        /// didReceiveRemoteNotification; `payload` is the push's JSON object (R2).
        case remoteNotification(wake: UInt64, payload: String)
        /// The changes since the last of these, one of each kind (Q1): post their notifications.
        // json: systemEvents=events
        indirect case systemEvents([String], device: DeviceState)
        /// A permission, as answer or change (U4).
        case permission(String, state: String)
        /// The user's input (H2). Comes after the system events that are due (Q2).
        case input(UserInput)
        indirect case transfer(TransferCallback)
        indirect case notification(NotificationCallback)
        indirect case push(PushCallback)
        /// The handler registered for `identifier`; `completeWake` ends it. `kind` is that of its
        /// request.
        case backgroundTask(wake: UInt64, identifier: String, kind: BackgroundTaskKind)
        /// The task's expirationHandler; what is then not completed soon is ended with its app.
        case expireWake(wake: UInt64)
        /// The app's request about the background task
        /// `identifier` was refused; without one, its fetch interval. `reason`: a stable word, as
        /// in `quiesce log`.
        case fetchRefused(identifier: String?, reason: String)
        /// A place, or a region's border (G1-G6). `wake`: what `completeWake` ends; nil: the app
        /// executed anyway.
        indirect case location(wake: UInt64?, news: LocationNews)
        /// A key for who played last, which was launched for it (A5). Completed with `newData` once
        /// its handlers have returned.
        case audio(wake: UInt64, order: RemoteOrder)
        /// A kept socket, a keep-alive handler, or a connection to be made anew (V1-V6). Completed
        /// once the app has dealt with it.
        indirect case voip(wake: UInt64, news: VoIPNews)
        /// Accessories that come and go, or bytes of one (E1-E3). `wake`: what `completeWake` ends;
        /// nil: the app executed anyway.
        indirect case accessories(wake: UInt64?, news: AccessoryNews)
        /// News of Bluetooth, in order (B1-B3). `wake`: what `completeWake` ends; nil: the app
        /// executed anyway.
        indirect case bluetooth(wake: UInt64?, news: [BluetoothNews])
        /// A URL, a quick action or an activity that the app is opened with, before it becomes
        /// active; or whether what it asked to open is opened.
        indirect case link(LinkCallback)
        /// A continued task begins, is to end, or isn't taken (F10).
        indirect case continued(ContinuedCallback)
    }

    // derive: json
    public struct LaunchContext: Sendable, Hashable {
        /// `inactive` when launched to the foreground, `background` otherwise (S3, S4).
        public var state: LaunchState
        /// Why the app was launched.
        public var reason: LaunchReason
        /// How the previous launch ended, as in `quiesce log`'s `reason`; nil for the first.
        public var previousExit: String?
        /// The notification that the user chose, when that is the reason (N2).
        public var notification: NotificationContent?
        /// The JSON object of the push that it was launched for (R1).
        public var push: String?
        /// Managers of earlier launches that it was launched for (B3); nil: none of that role.
        public var bluetoothCentrals: [String]?
        public var bluetoothPeripherals: [String]?
        /// When the notification that the user chose was shown: milliseconds since 1970.
        public var notificationDate: Int64?
        /// The content that was shown of the push that the user chose (R1).
        public var shown: NotificationContent?
        /// The URL, the quick action or the activity that it is opened with.
        public var link: AppLink?

        public init(
            state: LaunchState, reason: LaunchReason, previousExit: String? = nil,
            notification: NotificationContent? = nil, push: String? = nil
        ) {
            self.state = state
            self.reason = reason
            self.previousExit = previousExit
            self.notification = notification
            self.push = push
        }
    }

    // derive: json
    public enum LaunchState: String, Sendable, Hashable { case inactive, background }

    // derive: json
    public enum LaunchReason: String, Sendable, Hashable {
        case user, fetch, remoteNotification, transfer, localNotification, backgroundTask, location,
            audio, voip, bluetooth, voipPush, notificationAction, url,
            shortcut, activity
    }
}

/// The mistake in a message. Stable words.
// derive: raw
public struct ProtocolErrorCode: Sendable, Hashable, RawRepresentable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not one JSON object of the protocol: not UTF-8, not JSON, a missing field or a wrong type.
    public static let malformed = ProtocolErrorCode(rawValue: "malformed")
    /// A `type` that this version doesn't know.
    public static let unknownType = ProtocolErrorCode(rawValue: "unknownType")
    public static let unsupportedVersion = ProtocolErrorCode(rawValue: "unsupportedVersion")
    /// Over `AppProtocol.datagramBytes`, or cut short.
    public static let tooLarge = ProtocolErrorCode(rawValue: "tooLarge")
    /// The peer is not a process that the daemon launched.
    public static let notAnApp = ProtocolErrorCode(rawValue: "notAnApp")
    /// The launch has a connection already.
    public static let alreadyConnected = ProtocolErrorCode(rawValue: "alreadyConnected")
    /// The peer doesn't read, or sends faster than its quota.
    public static let flooding = ProtocolErrorCode(rawValue: "flooding")
    /// A message before `hello`, a second `hello`, or an acknowledgement of what was never sent.
    public static let outOfOrder = ProtocolErrorCode(rawValue: "outOfOrder")
    /// File descriptors came with a message that takes none.
    public static let unexpectedDescriptor = ProtocolErrorCode(rawValue: "unexpectedDescriptor")
    /// A descriptor that isn't a file in memory, or one that can still be changed.
    public static let unsealed = ProtocolErrorCode(rawValue: "unsealed")
    /// A scene that can't be shown: too many views, too deep, a number or a word out of range.
    public static let badScene = ProtocolErrorCode(rawValue: "badScene")
    /// An app called where only tools may (control.sock).
    public static let notAllowed = ProtocolErrorCode(rawValue: "notAllowed")

    /// Whether it may be about a scene, so that the same scene isn't to be sent again.
    package var isAboutScene: Bool {
        [.malformed, .tooLarge, .unexpectedDescriptor, .unsealed, .badScene].contains(self)
    }
}
