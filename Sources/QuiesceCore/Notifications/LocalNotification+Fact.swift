/// A notification that the device holds: to come, or fired and not yet taken note of.
public struct LocalNotification: Sendable, Hashable, Codable {
    public var id: NotificationID
    public var app: AppID
    public var name: String
    /// What the shell keeps of it.
    public var content: PayloadHandle
    public var types: NotificationTypes
    public var badge: Int32?
}
