import Foundation
import Glibc
import TestSupport
import Testing

/// A session with a notification server, and the built backend for a device's apps.
final class PortalSession {
    static let backend = "org.freedesktop.impl.portal.desktop.quiesce"
    static let object = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.impl.portal.Background"

    let scratch: ScratchDirectory
    let desktop: MockedDesktop
    private let home: String
    /// The session's processes; each ends with its bus at the latest.
    private(set) var processes: [SpawnedProcess] = []

    init(_ device: LiveDevice) throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o700)
        home = device.home
        desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        try start(BuiltProducts.path("quiesce-portal"), named: Self.backend)
    }

    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path,
            "XDG_DATA_HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "QUIESCE_HOME": home,
            "DBUS_SESSION_BUS_ADDRESS": desktop.address, "XDG_CURRENT_DESKTOP": "quiesce",
            "XDG_DESKTOP_PORTAL_DIR": BuiltProducts.package.path + "/Desktop/portal",
        ]
    }

    /// Starts a program of the session, and returns when it has that name.
    func start(_ program: String, named name: String) throws {
        processes.append(
            try SpawnedProcess(
                ["/bin/sh", "-c", "exec \"$0\" 2>>\"$HOME/log\"", program],
                environment: environment, talks: (input: false, output: false)))
        try waitUntil("\(name) is there: \(log)") {
            try send(
                "org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
                ["string:\(name)"]
            ).contains("boolean true")
        }
    }

    func end() { for process in processes.reversed() { process.end() } }

    var log: String { (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? "" }

    /// The answer to a method, in dbus-send's words; empty: an error.
    @discardableResult
    func send(
        _ name: String, _ path: String, _ method: String, _ arguments: [String] = []
    ) throws -> String {
        try ToolRun(
            [
                "--bus=\(desktop.address)", "--print-reply", "--dest=\(name)", path, method,
            ] + arguments,
            home: home, program: "/usr/bin/dbus-send"
        ).output
    }

    /// An app's state; nil: it isn't among those that live.
    func state(_ app: String) throws -> Int? {
        let answer = try send(Self.backend, Self.object, "\(Self.interface).GetAppState")
        let lines = answer.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let at = lines.firstIndex(of: "string \"\(app)\""), at + 1 < lines.count else {
            return nil
        }
        return lines[at + 1].split(separator: " ").last.flatMap { Int($0) }
    }

    func wait(_ app: String, _ state: Int?) throws {
        try waitUntil("\(app) is \(state.map(String.init) ?? "gone") for portals") {
            try self.state(app) == state
        }
    }

    /// A process that prints the backend's signals from now on.
    func signals() throws -> SpawnedProcess {
        let monitor = try SpawnedProcess(
            [
                "/usr/bin/dbus-monitor", "--address", desktop.address,
                "type='signal',interface='\(Self.interface)'",
            ], environment: [:], talks: (input: false, output: true))
        // The bus's own, by which it says that it overhears.
        try Self.wait(for: "NameLost", from: monitor)
        return monitor
    }

    static func wait(for text: String, from process: SpawnedProcess) throws {
        var read = ""
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !read.contains(text) {
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "\(text) is heard")
            let count = Glibc.read(process.output, &bytes, bytes.count)
            try #require(count > 0, "\(text) is heard")
            read += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }

    /// Asks about an app, and has the user press that button.
    ///
    /// - Returns: the verdict.
    func ask(_ app: String, press button: String) throws -> Int? {
        let asking = try LiveDevice.start(
            [
                "/usr/bin/dbus-send", "--bus=\(desktop.address)", "--print-reply",
                "--reply-timeout=120000", "--dest=\(Self.backend)", Self.object,
                "\(Self.interface).NotifyBackground", "objpath:\(Self.object)/notify/1",
                "string:\(app)", "string:The App",
            ], home: home)
        let shown = try desktop.next("Notify")
        #expect(shown.args[5] == Self.buttons)
        numbers += 1
        try desktop.choose(numbers, "button:\(button)")
        let data = asking.out.fileHandleForReading.readDataToEndOfFile()
        asking.process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "\n")
            .first { $0.contains("variant") }?
            .split(separator: " ").last.flatMap { Int($0) }
    }

    /// Notifications that were shown.
    var numbers = 0

    static var buttons: MockedDesktop.Value {
        [
            "default", "", "button:sleep", "Sleep", "button:run", "Let it run", "button:end", "End",
        ]
    }
}
