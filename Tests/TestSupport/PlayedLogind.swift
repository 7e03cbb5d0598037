import Testing

/// A system bus of the test's own, with dbusmock's systemd-logind and a screen saver on it.
public final class PlayedLogind {
    public var address: String { bus.address }
    private let bus: TestBus
    private var logind: SpawnedProcess
    private let screenSaver: SpawnedProcess
    private var sessions: Set<String> = []

    public init(in scratch: ScratchDirectory) throws {
        bus = try TestBus(in: scratch)
        logind = try Self.logind(on: bus)
        let (saver, path) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
        screenSaver = try bus.play(saver, at: path, "--system \(saver) \(path) \(saver)")
        _ = try bus.ask(
            saver, path, "org.freedesktop.DBus.Mock.AddMethod",
            ["string:", "string:Inhibit", "string:ss", "string:u", "string:ret = 7"])
    }

    private static func logind(on bus: TestBus) throws -> SpawnedProcess {
        try bus.play("org.freedesktop.login1", at: "/org/freedesktop/login1", "--template logind")
    }

    /// logind ends, and another one begins, which knows nothing of who asked the first.
    public func restart() throws {
        logind.end()
        logind = try Self.logind(on: bus)
    }

    /// The requests to put something off that hold at logind: the words of each, with the
    /// requester.
    public func held() throws -> [String] {
        TestBus.strings(
            try bus.ask(
                "org.freedesktop.login1", "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager.ListInhibitors"))
    }

    /// The machine is about to sleep or to be switched off, or no longer: `PrepareForSleep`,
    /// `PrepareForShutdown`.
    public func say(_ signal: String, _ begins: Bool) throws {
        try emit(
            "/org/freedesktop/login1", "org.freedesktop.login1.Manager", signal, "b",
            "[dbus.Boolean(\(begins ? 1 : 0))]")
    }

    /// A session of this user, which is locked and unlocked.
    public func lock(_ session: String, user: UInt32, _ isLocked: Bool) throws {
        let path = "/org/freedesktop/login1/session/\(session)"
        if sessions.insert(session).inserted {
            try call(
                "/org/freedesktop/login1",
                "AddSession('\(session)', 'seat0', dbus.UInt32(\(user)), 'user', True)")
        }
        try call(
            path,
            "UpdateProperties('org.freedesktop.login1.Session', {'LockedHint': dbus.Boolean(\(isLocked ? 1 : 0))})"
        )
    }

    private func emit(
        _ path: String, _ interface: String, _ signal: String, _ types: String, _ values: String
    ) throws {
        try call(path, "EmitSignal('\(interface)', '\(signal)', '\(types)', \(values))")
    }

    /// A method of dbusmock's own.
    private func call(_ path: String, _ call: String) throws {
        let script = [
            "import dbus",
            "bus = dbus.bus.BusConnection('\(address)')",
            "mock = bus.get_object('org.freedesktop.login1', '\(path)')",
            "dbus.Interface(mock, 'org.freedesktop.DBus.Mock').\(call)",
        ]
        let caller = try SpawnedProcess(
            ["/usr/bin/python3", "-c", script.joined(separator: "\n")],
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: false))
        try #require(caller.wait() == 0, "dbusmock does \(call)")
    }

    /// All calls that the screen saver has ever received.
    public func askedOfScreenSaver() throws -> String {
        try bus.ask(
            "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
            "org.freedesktop.DBus.Mock.GetCalls")
    }

    /// How many are connected to the bus.
    public func guests() throws -> Int {
        try bus.ask("org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")
            .split(separator: "\n").count { $0.contains("\":") }
    }
}
