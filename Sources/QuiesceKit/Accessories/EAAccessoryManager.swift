import Foundation
import QuiesceWire

/// The accessories that are connected to the device, as far as they concern the app: those that
/// speak one of the protocols that its Info.plist names in `UISupportedExternalAccessoryProtocols`,
/// and those of which there is nothing but a name. On the main thread.
///
/// Without the mode `external-accessory`, those with protocols are disconnected when the app is
/// left, and connected again when it is back (E3). With it, the app is woken when they come, go or
/// send something (E1, E2).
@preconcurrency @MainActor open class EAAccessoryManager {
    private static let manager = EAAccessoryManager()

    /// The one manager of the app.
    open class func shared() -> EAAccessoryManager { manager }

    /// Those that are only names.
    private var named: [EAAccessory] = []
    private var lastName = 0
    private var isRegistered = false

    /// As the app was last told: it changes just before the notification that says so (Q1). Sorted
    /// by name.
    open var connectedAccessories: [EAAccessory] {
        follow(DaemonLink.current.read { $0.device.accessories ?? [] })
        let others = UIApplication.running?.room(AccessoryServices.self).present ?? []
        return (named + others).sorted {
            ($0.name, $0.connectionID) < ($1.name, $1.connectionID)
        }
    }

    /// From now on connections and disconnections are posted.
    open func registerForLocalNotifications() { isRegistered = true }

    /// They aren't posted any more.
    open func unregisterForLocalNotifications() { isRegistered = false }

    private func follow(_ names: [String]) {
        for accessory in named where !names.contains(accessory.name) {
            accessory.isConnected = false
        }
        named.removeAll { !$0.isConnected }
        let known = named.map(\.name)
        named += names.filter { !known.contains($0) }.map(make)
    }

    private func make(_ name: String) -> EAAccessory {
        lastName += 1
        return EAAccessory(name: name, connectionID: -lastName)
    }

    func disconnected(from before: [String], to names: [String]) {
        let gone = before.filter { !names.contains($0) }.map { name in
            named.first { $0.name == name } ?? make(name)
        }
        for accessory in gone { accessory.isConnected = false }
        follow(names)
        for accessory in gone { tellDisconnected(accessory) }
    }

    func connected(from before: [String], to names: [String]) {
        follow(names)
        for accessory in named.sorted(by: { $0.name < $1.name })
        where !before.contains(accessory.name) {
            post(.EAAccessoryDidConnect, accessory)
        }
    }

    func tellDisconnected(_ accessory: EAAccessory) {
        post(.EAAccessoryDidDisconnect, accessory)
        accessory.delegate?.accessoryDidDisconnect(accessory)
    }

    func post(_ name: Notification.Name, _ accessory: EAAccessory) {
        guard isRegistered else { return }
        NotificationCenter.default.post(
            name: name, object: self, userInfo: [EAAccessoryKey: accessory])
    }
}

/// The accessory that a notification is about, in its user info.
// The name is the framework's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let EAAccessoryKey = "EAAccessoryKey"

// Posted with the manager as the object (Q6).
extension Notification.Name {
    // The names are the framework's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// An accessory was connected (Q1); posted on the main thread.
    public static let EAAccessoryDidConnect = Notification.Name(
        "EAAccessoryDidConnectNotification")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// An accessory was disconnected (Q1); posted on the main thread.
    public static let EAAccessoryDidDisconnect = Notification.Name(
        "EAAccessoryDidDisconnectNotification")
}
