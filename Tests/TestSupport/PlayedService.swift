import Testing

/// A service with one object on a test's bus, played by dbusmock: it has properties, and says when
/// they change.
public final class PlayedService {
    private let bus: TestBus
    private let name: String
    private let path: String
    private var process: SpawnedProcess

    /// Returns when it answers.
    public init(_ name: String, at path: String, on bus: TestBus) throws {
        self.bus = bus
        self.name = name
        self.path = path
        process = try bus.play(name, at: path, "--system \(name) \(path) \(name)")
    }

    /// It ends, as if it had crashed.
    public func end() { process.end() }

    /// It begins anew, without any property. Only after `end()`.
    public func begin() throws {
        process = try bus.play(name, at: path, "--system \(name) \(path) \(name)")
    }

    /// Sets properties, and says so.
    ///
    /// - Parameter properties: the values in Python's words, with types of D-Bus.
    public func set(_ properties: [String: String]) throws {
        let entries = properties.sorted { $0.key < $1.key }
            .map { "'\($0.key)': \($0.value)" }.joined(separator: ", ")
        let script = """
            dbus = __import__('dbus')
            __import__('dbus.bus')
            bus = dbus.bus.BusConnection('\(bus.address)')
            mock = dbus.Interface(bus.get_object('\(name)', '\(path)'), 'org.freedesktop.DBus.Mock')
            values = {\(entries)}
            for key, value in values.items():
                try:
                    mock.AddProperty('\(name)', key, value)
                except dbus.exceptions.DBusException:
                    pass
            mock.UpdateProperties('\(name)', dbus.Dictionary(values, signature='sv'))
            """
        let caller = try SpawnedProcess(
            ["/usr/bin/python3", "-c", script], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: false, output: false))
        try #require(caller.wait() == 0, "dbusmock sets \(entries)")
    }
}
