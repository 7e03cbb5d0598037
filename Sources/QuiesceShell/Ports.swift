import Foundation
import QuiesceCore
import QuiesceWire

/// The ports of a device to the world: the daemon's are Linux, the simulator's are a model. All of
/// them are called on the loop's thread, and none blocks it for longer than a millisecond.
package struct Ports {
    /// The three clocks, read together.
    package var now: () -> Moment
    package var journal: JournalPort
    package var store: StorePort
    package var processes: ProcessPort
    package var apps: AppPort
    package var bundles: BundlePort
    package var screen: ScreenPort
    package var conduct: ConductPort
    package var transfers: TransferPort
    package var notifications: NotificationPort
    package var pushes: PushPort
    /// Arms the one timer, or disarms it.
    package var setTimer: (Instant?) -> Void
    /// Keeps the machine from sleeping, or no longer.
    package var keepAwake: (Bool) -> Void
    /// Holds the keys of protected files, or overwrites them.
    package var protectData: (KeyCustody) -> Void
    /// Every app has ended, as `Event.shutDown` asked.
    package var stopped: () -> Void
    /// A line for the daemon's own log.
    package var warn: (String) -> Void

    package init(
        now: @escaping () -> Moment,
        journal: JournalPort,
        store: StorePort,
        processes: ProcessPort,
        apps: AppPort,
        bundles: BundlePort,
        screen: ScreenPort = .none,
        conduct: ConductPort = .none,
        transfers: TransferPort,
        notifications: NotificationPort,
        pushes: PushPort = .none,
        setTimer: @escaping (Instant?) -> Void,
        keepAwake: @escaping (Bool) -> Void,
        protectData: @escaping (KeyCustody) -> Void = { _ in },
        stopped: @escaping () -> Void,
        warn: @escaping (String) -> Void
    ) {
        self.now = now
        self.journal = journal
        self.store = store
        self.processes = processes
        self.apps = apps
        self.bundles = bundles
        self.screen = screen
        self.conduct = conduct
        self.transfers = transfers
        self.notifications = notifications
        self.pushes = pushes
        self.setTimer = setTimer
        self.keepAwake = keepAwake
        self.protectData = protectData
        self.stopped = stopped
        self.warn = warn
    }
}

/// Where events are recorded before anything is done about them.
package struct JournalPort {
    /// Throws when the event could not be recorded.
    package var append: (_ seq: UInt64, Moment, Event) throws -> Void
    /// Whether events are missing: what is appended behind them can't be read before the next state
    /// is there.
    package var hasGap: () -> Bool
    package var needsRotation: () -> Bool
    package var rotate: (_ seq: UInt64, Moment, SystemMachine) -> Void
    /// Takes the core's reaction to the last event, to be recorded with the next.
    package var reacted: (Reaction) -> Void = { _ in }

    package init(
        append: @escaping (_ seq: UInt64, Moment, Event) throws -> Void,
        hasGap: @escaping () -> Bool,
        needsRotation: @escaping () -> Bool,
        rotate: @escaping (_ seq: UInt64, Moment, SystemMachine) -> Void,
        reacted: @escaping (Reaction) -> Void = { _ in }
    ) {
        self.append = append
        self.hasGap = hasGap
        self.needsRotation = needsRotation
        self.rotate = rotate
        self.reacted = reacted
    }
}

/// Where facts are kept over a restart of the device.
package struct StorePort {
    package enum Change {
        case record(FactChange)
        /// Payloads, of a push for example, are kept beside the facts, which name them by handle.
        case putPayload(PayloadHandle, Data)
        case dropPayload(PayloadHandle)
    }

    /// `completion` is called on the loop once all of it is on disk, or with the reason why it
    /// could not be put there. Without one, what fails is kept and tried again.
    package var submit: ([Change], _ seq: UInt64, _ completion: ((Reason?) -> Void)?) -> Void
    /// Makes a payload that is about to be submitted survive the daemon's SIGKILL, as the journal
    /// does what names it.
    package var keep: (PayloadHandle, Data) throws -> Void
    package var payload: (PayloadHandle) throws -> Data?

    package init(
        submit: @escaping ([Change], _ seq: UInt64, _ completion: ((Reason?) -> Void)?) -> Void,
        keep: @escaping (PayloadHandle, Data) throws -> Void,
        payload: @escaping (PayloadHandle) throws -> Data?
    ) {
        self.submit = submit
        self.keep = keep
        self.payload = payload
    }
}

/// Apps' processes. What happens to them comes back as events.
package struct ProcessPort {
    package var spawn: (ProcessKey, _ arguments: [String]) -> Void
    /// `completion(true)` once no process of it can run; `false` if it was thawed or ended before.
    package var freeze: (ProcessKey, _ completion: @escaping (Bool) -> Void) -> Void
    package var thaw: (ProcessKey) -> Void
    package var kill: (ProcessKey) -> Void

    package init(
        spawn: @escaping (ProcessKey, _ arguments: [String]) -> Void,
        freeze: @escaping (ProcessKey, _ completion: @escaping (Bool) -> Void) -> Void,
        thaw: @escaping (ProcessKey) -> Void,
        kill: @escaping (ProcessKey) -> Void
    ) {
        self.spawn = spawn
        self.freeze = freeze
        self.thaw = thaw
        self.kill = kill
    }
}

/// The connections of apps.
package struct AppPort {
    /// Drops the message if the app isn't connected: the core sends it again after its hello.
    package var send: (ProcessKey, MessageToApp) -> Void
    /// As `send`, with a file descriptor, which it closes in any case once it is sent.
    package var give: (ProcessKey, MessageToApp, CInt) -> Void
    /// Reports everything that the app has sent so far.
    package var drain: (ProcessKey) -> Void

    package init(
        send: @escaping (ProcessKey, MessageToApp) -> Void,
        give: @escaping (ProcessKey, MessageToApp, CInt) -> Void = { _, _, _ in },
        drain: @escaping (ProcessKey) -> Void
    ) {
        self.send = send
        self.give = give
        self.drain = drain
    }
}

/// Installed bundles and their containers.
package struct BundlePort {
    package var activate: (StagedBundle, AppID) -> Void
    package var discard: (StagedBundle) -> Void
    package var remove: (AppID) -> Void

    package init(
        activate: @escaping (StagedBundle, AppID) -> Void,
        discard: @escaping (StagedBundle) -> Void,
        remove: @escaping (AppID) -> Void
    ) {
        self.activate = activate
        self.discard = discard
        self.remove = remove
    }
}

/// The scenes that apps show.
package struct ScreenPort {
    /// Keeps the scene that the app has sent last; it may be seen while the app is away.
    package var takeSnapshot: (ProcessKey) -> Void
    /// Nothing is kept of an app that is uninstalled.
    package var forget: (AppID) -> Void

    package init(
        takeSnapshot: @escaping (ProcessKey) -> Void, forget: @escaping (AppID) -> Void
    ) {
        self.takeSnapshot = takeSnapshot
        self.forget = forget
    }

    /// Nothing is kept.
    package static var none: ScreenPort { ScreenPort(takeSnapshot: { _ in }, forget: { _ in }) }
}
