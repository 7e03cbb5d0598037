import Foundation
import QuiesceCore
import QuiesceWire

/// What a device needs of the world: the daemon's ports are Linux, the simulator's are a model.
/// All of them are called on the loop's thread, and none blocks it for longer than a millisecond.
struct Ports {
    /// The three clocks, read together.
    var now: () -> Moment
    var journal: JournalPort
    var store: StorePort
    var processes: ProcessPort
    var apps: AppPort
    var bundles: BundlePort
    /// Arms the one timer, or disarms it.
    var setTimer: (Instant?) -> Void
    /// Keeps the machine from sleeping, or no longer.
    var keepAwake: (Bool) -> Void
    /// Every app has ended, as `Event.shutDown` asked.
    var stopped: () -> Void
    /// A line for the daemon's own log.
    var warn: (String) -> Void
}

/// Where events are recorded before anything is done about them.
struct JournalPort {
    /// Throws when the event could not be recorded.
    var append: (_ seq: UInt64, Moment, Event) throws -> Void
    var needsRotation: () -> Bool
    var rotate: (_ seq: UInt64, Moment, SystemMachine) -> Void
    /// What the core did about the last event, to be recorded with the next.
    var reacted: (Reaction) -> Void = { _ in }
}

/// Where facts are kept over a restart of the device.
struct StorePort {
    /// `completion` is called on the loop once all of it is on disk, or could not be put there.
    /// Without one, what fails is kept and tried again.
    var submit: ([StoreChange], _ seq: UInt64, _ completion: ((StoreError?) -> Void)?) -> Void
    var payload: (PayloadHandle) throws -> Data?
}

/// Apps' processes. What happens to them comes back as events.
struct ProcessPort {
    var spawn: (ProcessKey, _ arguments: [String]) -> Void
    /// `completion(true)` once no process of it can run; `false` if it was thawed or ended before.
    var freeze: (ProcessKey, _ completion: @escaping (Bool) -> Void) -> Void
    var thaw: (ProcessKey) -> Void
    var kill: (ProcessKey) -> Void
}

/// The connections of apps.
struct AppPort {
    /// Drops the message if the app isn't connected: the core sends it again after its hello.
    var send: (ProcessKey, MessageToApp) -> Void
    /// Reports everything that the app has sent so far.
    var drain: (ProcessKey) -> Void
}

/// Installed bundles and their containers.
struct BundlePort {
    var activate: (StagedBundle, AppID) -> Void
    var discard: (StagedBundle) -> Void
    var remove: (AppID) -> Void
}
