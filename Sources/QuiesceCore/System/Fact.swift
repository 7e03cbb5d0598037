/// A fact that must survive a restart of the device: everything else about a process dies with it.
// derive: cases
public enum Fact: Sendable, Hashable {
    indirect case app(AppFact)
    case wake(WakeFact)
    case device(DeviceFact)
    /// Only where they aren't those of a new device.
    indirect case conditions(DeviceConditions)
    /// Only where the user has decided anything.
    case permissions(PermissionsFact)
    /// Only where one is set.
    case passcode(PasscodeFact)
    indirect case transfer(Transfer)
    case session(TransferSession)
    /// Only where there ever was a transfer.
    case transfers(TransfersFact)
    indirect case notification(LocalNotification)
    /// Only where there ever was a notification.
    case notifications(NotificationsFact)
    /// Only where an app has a badge, has registered, or the user has chosen how its notifications
    /// come.
    case presentation(PresentationFact)
    indirect case fetch(FetchFact)
    /// Only where an app has asked for fetches.
    indirect case fetches(FetchesFact)
    indirect case push(Push)
    /// Only where there ever was a push, or a gateway.
    case pushes(PushesFact)
    case pushRegistration(PushRegistrationFact)
    /// Only where an app monitors regions, wants significant changes, or has ended while it
    /// followed the device.
    indirect case location(LocationFact)
    /// Only where an app has played that can be launched for a key.
    case audio(AudioFact)
    /// Only where an app has managers that are to be restored.
    indirect case bluetooth(BluetoothFact)
    /// Only where an app was ever charged for a fetch.
    indirect case energy(EnergyAccount)
    /// Only where the user has chosen a schedule.
    case thaw(ThawFact)

    /// Unique among the facts of a device.
    public var key: String {
        switch self {
        case .app(let app): Self.key(app: app.manifest.id)
        case .wake(let wake): Self.key(wake: wake.id)
        case .device: Self.deviceKey
        case .conditions: Self.conditionsKey
        case .permissions(let fact): Self.key(permissionsOf: fact.app)
        case .passcode: Self.passcodeKey
        case .transfer(let transfer): Self.key(transfer: transfer.id)
        case .session(let session): Self.key(session: session.identifier, of: session.app)
        case .transfers: Self.transfersKey
        case .notification(let notification): Self.key(notification: notification.id)
        case .notifications: Self.notificationsKey
        case .presentation(let fact): Self.key(presentationOf: fact.app)
        case .fetch(let fact): Self.key(fetchOf: fact.app)
        case .fetches: Self.fetchesKey
        case .push(let push): Self.key(push: push.id)
        case .pushes: Self.pushesKey
        case .pushRegistration(let fact): Self.key(pushesTo: fact.address)
        case .location(let fact): Self.key(locationOf: fact.app)
        case .audio: Self.audioKey
        case .bluetooth(let fact): Self.key(bluetoothOf: fact.app)
        case .energy(let account): Self.key(energyOf: account.app)
        case .thaw(let fact): Self.key(thawOf: fact.app)
        }
    }

    package static let conditionsKey = "conditions"
    static let deviceKey = "device"
    static let passcodeKey = "passcode"
    static let transfersKey = "transfers"
    static let notificationsKey = "notifications"
    static let fetchesKey = "fetches"
    static let pushesKey = "pushes"
    static let audioKey = "audio"
    static func key(app: AppID) -> String { "app/" + app.name }
    static func key(permissionsOf app: AppID) -> String { "permissions/" + app.name }
    static func key(wake: WakeID) -> String { "wake/" + String(wake.value) }
    static func key(transfer: TransferID) -> String { "transfer/" + String(transfer.value) }
    static func key(notification: NotificationID) -> String {
        "notification/" + String(notification.value)
    }
    static func key(presentationOf app: AppID) -> String { "presentation/" + app.name }
    static func key(fetchOf app: AppID) -> String { "fetch/" + app.name }
    static func key(push: PushID) -> String { "push/" + String(push.value) }
    static func key(pushesTo address: PushAddress) -> String { "pushes/" + address.topic }
    static func key(locationOf app: AppID) -> String { "location/" + app.name }
    static func key(bluetoothOf app: AppID) -> String { "bluetooth/" + app.name }
    static func key(energyOf app: AppID) -> String { "energy/" + app.name }
    static func key(thawOf app: AppID) -> String { "thaw/" + app.name }
    static func key(session: String, of app: AppID) -> String {
        "session/" + app.name + "/" + session
    }
}

/// An installed app.
// derive: json
public struct AppFact: Sendable, Hashable {
    public var manifest: AppManifest
    /// The newest launch; numbers are never used again.
    public var launch: Launch
    /// The user force-quit it and hasn't opened it since (U2). A device restart lifts it.
    public var forceQuit: Bool
    public var lastExit: Exit?
    public var crashes: Crashes
    /// Grows with each app that is installed anew; 0: nobody counted when this one was.
    // json: unless 0
    public var installation: UInt64

    public init(
        manifest: AppManifest, launch: Launch, forceQuit: Bool = false, lastExit: Exit? = nil,
        crashes: Crashes = Crashes(), installation: UInt64 = 0
    ) {
        self.manifest = manifest
        self.launch = launch
        self.forceQuit = forceQuit
        self.lastExit = lastExit
        self.crashes = crashes
        self.installation = installation
    }
}

/// Crashes one after the other, without a launch that finished and was left in peace (P9).
// derive: json
public struct Crashes: Sendable, Hashable {
    public var count = 0
    /// No launch into the background before.
    public var retryAt = Instant.zero

    public init() {}
}

/// A wake-up that was accepted and has no verdict yet.
// derive: json
public struct WakeFact: Sendable, Hashable {
    public var id: WakeID
    public var app: AppID
    public var cause: WakeCause
}

// derive: json
public struct DeviceFact: Sendable, Hashable {
    /// Apps in the switcher, the newest first (U1).
    public var recents: [AppID]
    /// Wake-ups are numbered from here on.
    public var lastWake: UInt64
}

// derive: json
public struct TransfersFact: Sendable, Hashable {
    /// Transfers are numbered from here on.
    public var last: UInt64
}

// derive: cases written
public enum FactChange: Sendable, Hashable {
    case put(Fact)
    case delete(key: String)

    /// The fact that it is about.
    public var key: String {
        switch self {
        case .put(let fact): fact.key
        case .delete(let key): key
        }
    }
}
