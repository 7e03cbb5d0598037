import QuiesceCore
import QuiesceWire

/// A capability's part in the life of the daemon, in order. The daemon has one list of them; most
/// take part in little.
protocol DaemonService: AnyObject {
    /// For the owner.
    var notes: [String] { get }
    /// The core knows what the last daemon knew, and not yet which processes run.
    func takeOver(keeping apps: Set<AppID>)
    /// The core knows which processes run: after a start, and when the device is up again.
    func begin()
    func networkCame()
    /// An app's process has started.
    func appStarted()
    /// An app is uninstalled.
    func remove(_ app: AppID)
    /// `quiesce status` is asked for.
    func report(in status: inout DeviceStatus)
    /// Every app is about to be ended.
    func end()
    /// Every app has ended.
    func ended()
    /// The daemon ends, and waits for what is under way.
    func shutdown()
}

extension DaemonService {
    var notes: [String] { [] }
    func takeOver(keeping apps: Set<AppID>) {}
    func begin() {}
    func networkCame() {}
    func appStarted() {}
    func remove(_ app: AppID) {}
    func report(in status: inout DeviceStatus) {}
    func end() {}
    func ended() {}
    func shutdown() {}
}
