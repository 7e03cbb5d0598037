/// A system bus of the test's own, with dbusmock's systemd-logind and a screen saver on it.
public final class PlayedLogind {
    public var address: String { bus.address }
    private let bus: TestBus
    private let logind: SpawnedProcess
    private let screenSaver: SpawnedProcess

    public init(in scratch: ScratchDirectory) throws {
        bus = try TestBus(in: scratch)
        logind = try bus.play(
            "org.freedesktop.login1", at: "/org/freedesktop/login1", "--template logind")
        let (saver, path) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
        screenSaver = try bus.play(saver, at: path, "--system \(saver) \(path) \(saver)")
        _ = try bus.ask(
            saver, path, "org.freedesktop.DBus.Mock.AddMethod",
            ["string:", "string:Inhibit", "string:ss", "string:u", "string:ret = 7"])
    }

    /// The requests to put something off that hold at logind: the words of each, with the
    /// requester.
    public func held() throws -> [String] {
        TestBus.strings(
            try bus.ask(
                "org.freedesktop.login1", "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager.ListInhibitors"))
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
