import QuiesceWire

/// A capability's room in the SDK: what one app has of it. It is made when it is first asked for,
/// and hears of each connection from then on.
@MainActor protocol AppRoom: AnyObject {
    init(of link: DaemonLink)
    /// The app has a connection, the first or another.
    func welcomed(_ welcome: MessageToApp.Welcome)
    /// The daemon has recorded the app's requests up to this.
    func acknowledged(_ request: UInt64)
    /// The app became active, and its delegate knows.
    func becameActive()
    /// The app was left, and its delegate knows.
    func wentToBack()
    /// The app was told what the user lets it do.
    func permitted()
}

extension AppRoom {
    func welcomed(_: MessageToApp.Welcome) {}
    func acknowledged(_: UInt64) {}
    func becameActive() {}
    func wentToBack() {}
    func permitted() {}
}

extension UIApplication {
    func room<Room: AppRoom>(_: Room.Type = Room.self) -> Room {
        for case let room as Room in rooms { return room }
        let room = Room(of: link)
        rooms.append(room)
        return room
    }
}
