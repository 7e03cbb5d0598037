import Foundation
import QuiesceWire

/// All that the system's screen is drawn from.
public struct SystemState: Sendable, Hashable {
    /// The device's screen in portrait, in points.
    public var screen = Scene.Size(DeviceScreen.standard)
    public var now: Date
    public var timeZone: TimeZone
    public var locale: Locale
    /// 0…100; nil: unknown.
    public var batteryPercent: Int?
    public var isCharging = false
    public var network: Network?
    public var isLocationInUse = false
    public var isRecording = false
    public var call: Call?
    /// A system alert that is no notification's.
    public var hasAlert = false
    public var showsNotificationCenter = false
    public var isAsleep = false
    /// nil: the device isn't locked.
    public var lock: Lock?
    /// In the order of their installation.
    public var apps: [App] = []
    /// The newest last.
    public var notifications: [Notification] = []
    /// In the order in which they were submitted.
    public var tasks: [Task] = []
    public var prompts: [Prompt] = []
    public var front: Front?
    /// The latest first.
    public var recents: [Recent] = []

    public init(now: Date, timeZone: TimeZone = .current, locale: Locale = .current) {
        self.now = now
        self.timeZone = timeZone
        self.locale = locale
    }

    public enum Network: String, Sendable, Hashable { case wifi, cellular, none }

    public enum Call: String, Sendable, Hashable { case incoming, answered }

    public struct Lock: Sendable, Hashable {
        public var hasPasscode: Bool
        /// Digits that are typed on the keypad.
        public var typed: Int
        /// Wrong passcodes since the last right one.
        public var wrong: Int

        public init(hasPasscode: Bool, typed: Int = 0, wrong: Int = 0) {
            self.hasPasscode = hasPasscode
            self.typed = typed
            self.wrong = wrong
        }
    }

    public struct App: Sendable, Hashable {
        public var id: String
        public var name: String
        /// `APP/FILE`, as a node of the picture names it; nil: it has none.
        public var icon: String?
        public var badge: Int?

        public init(id: String, name: String, icon: String? = nil, badge: Int? = nil) {
            self.id = id
            self.name = name
            self.icon = icon
            self.badge = badge
        }
    }

    public struct Notification: Sendable, Hashable {
        public var id: UInt64
        public var app: String
        public var title: String?
        public var body: String?
        public var shown: Date?
        public var isBanner: Bool
        /// An alert that nobody has answered.
        public var covers: Bool

        public init(
            id: UInt64, app: String, title: String? = nil, body: String? = nil, shown: Date? = nil,
            isBanner: Bool = false, covers: Bool = false
        ) {
            self.id = id
            self.app = app
            self.title = title
            self.body = body
            self.shown = shown
            self.isBanner = isBanner
            self.covers = covers
        }
    }

    /// A task that its app goes on with when it is left.
    public struct Task: Sendable, Hashable {
        public var app: String
        public var identifier: String
        public var title: String
        public var subtitle: String
        /// 0…100; nil: it waits for others.
        public var percent: Int?

        public init(
            app: String, identifier: String, title: String, subtitle: String = "",
            percent: Int? = nil
        ) {
            self.app = app
            self.identifier = identifier
            self.title = title
            self.subtitle = subtitle
            self.percent = percent
        }
    }

    /// A question of the app in front.
    public struct Prompt: Sendable, Hashable {
        public var id: UInt64
        public var app: String
        public var permission: String
        /// `whenInUse` or `always`, of location.
        public var range: String?
        /// The app's own words for why it asks.
        public var purpose: String?

        public init(
            id: UInt64, app: String, permission: String, range: String? = nil,
            purpose: String? = nil
        ) {
            self.id = id
            self.app = app
            self.permission = permission
            self.range = range
            self.purpose = purpose
        }
    }

    /// The app in front.
    public struct Front: Sendable, Hashable {
        public var app: String
        /// nil: it has shown nothing so far.
        public var scene: Scene?

        public init(app: String, scene: Scene?) {
            self.app = app
            self.scene = scene
        }
    }

    /// An app in the switcher.
    public struct Recent: Sendable, Hashable {
        public var app: String
        /// Its last screen; nil: there is none, or the page that is shown needs none.
        public var scene: Scene?

        public init(app: String, scene: Scene? = nil) {
            self.app = app
            self.scene = scene
        }
    }

    /// An app by its id; one that is gone by now goes by the end of that.
    func app(_ id: String) -> App {
        apps.first { $0.id == id }
            ?? App(id: id, name: id.split(separator: ".").last.map(String.init) ?? id)
    }
}
