import QuiesceWire

/// The answers with which the screen is drawn, of a device that shows one app or none.
enum FakeScreen {
    /// - Returns: nil for a request about anything else.
    static func answer(_ request: ControlRequest, app: String?, _ scene: Scene?) -> [ControlReply]?
    {
        switch request {
        case .screen:
            let row = ScreenRow(
                app: app, shows: app == nil ? .home : .scene, width: scene?.size.width,
                height: scene?.size.height)
            let document = scene.map { [ControlReply.item(CommandTests.json($0).jsonText)] }
            return [.item(CommandTests.json(row))] + (document ?? []) + [.end]
        case .status:
            let status = DeviceStatus(
                device: "d", version: "1", pid: 1, home: "/nowhere", profile: "ios8",
                since: "2026-11-21T08:00:00.000Z", freezer: "cgroup", isolation: "uids",
                foreground: app, locked: false, asleep: false, apps: 1, running: 1, suspended: 0,
                notes: [])
            return [.item(CommandTests.json(status)), .end]
        case .apps, .permission(.prompts), .notification: return [.end]
        case _: return nil
        }
    }
}
