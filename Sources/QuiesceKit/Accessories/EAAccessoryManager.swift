import Foundation

/// The accessories that are connected to the device.
@MainActor open class EAAccessoryManager {
    private static let manager = EAAccessoryManager()

    /// The one manager of the app.
    open class func shared() -> EAAccessoryManager { manager }

    private var accessories: [EAAccessory] = []
    private var lastConnection = 0
    private var isRegistered = false

    /// As the app was last told: it changes just before the notification that says so (Q1). Sorted by
    /// name.
    open var connectedAccessories: [EAAccessory] {
        follow(DaemonLink.current.read { $0.device.accessories ?? [] })
        return accessories
    }

    /// From now on connections and disconnections are posted.
    open func registerForLocalNotifications() { isRegistered = true }

    /// They aren't posted any more.
    open func unregisterForLocalNotifications() { isRegistered = false }

    private func follow(_ names: [String]) {
        for accessory in accessories where !names.contains(accessory.name) {
            accessory.isConnected = false
        }
        accessories.removeAll { !$0.isConnected }
        let known = accessories.map(\.name)
        accessories += names.filter { !known.contains($0) }.map(make)
        accessories.sort { $0.name < $1.name }
    }

    private func make(_ name: String) -> EAAccessory {
        lastConnection += 1
        return EAAccessory(name: name, connectionID: lastConnection)
    }

    func disconnected(from before: [String], to names: [String]) {
        let gone = before.filter { !names.contains($0) }.map { name in
            accessories.first { $0.name == name } ?? make(name)
        }
        for accessory in gone { accessory.isConnected = false }
        follow(names)
        for accessory in gone { post(.EAAccessoryDidDisconnect, accessory) }
    }

    func connected(from before: [String], to names: [String]) {
        follow(names)
        for accessory in accessories where !before.contains(accessory.name) {
            post(.EAAccessoryDidConnect, accessory)
        }
    }

    private func post(_ name: Notification.Name, _ accessory: EAAccessory) {
        guard isRegistered else { return }
        NotificationCenter.default.post(
            name: name, object: self, userInfo: [EAAccessoryKey: accessory])
    }
}

/// A device that is connected to this one.
@MainActor open class EAAccessory {
    public let name: String
    /// Another one for each connection.
    public let connectionID: Int
    public internal(set) var isConnected = true

    init(name: String, connectionID: Int) {
        self.name = name
        self.connectionID = connectionID
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
