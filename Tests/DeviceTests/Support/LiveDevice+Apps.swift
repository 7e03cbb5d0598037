import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

// Apps made for a test, what they print, and what they are told to do.
extension LiveDevice {
    /// Installs an executable that was built with the tests, under an id of its own.
    @discardableResult
    func install(_ executable: String, id: String, _ plist: [String: Any] = [:]) throws -> String {
        try install(id: id, executable: executable, plist) { bundle in
            try FileManager.default.copyItem(
                at: BuiltProducts.directory.appendingPathComponent(executable),
                to: bundle.appendingPathComponent(executable))
        }
    }

    /// Installs an app in Python: `body` follows the import of the protocol's client.
    @discardableResult
    func install(python body: String, id: String, _ plist: [String: Any] = [:]) throws -> String {
        try install(id: id, executable: "main", plist) { bundle in
            let client = BuiltProducts.package.appendingPathComponent(
                "Examples/Python/PythonApp.app/quiesce_app.py")
            try FileManager.default.copyItem(
                at: client, to: bundle.appendingPathComponent("quiesce_app.py"))
            let script = """
                #!/usr/bin/python3 -B
                import json, sys
                from quiesce_app import App
                sys.stdout.reconfigure(line_buffering=True)
                \(body)
                """
            try Self.write(script, to: bundle)
        }
    }

    /// Installs a script, its interpreter's line and all.
    @discardableResult
    func install(script: String, id: String, _ plist: [String: Any] = [:]) throws -> String {
        try install(id: id, executable: "main", plist) { try Self.write(script, to: $0) }
    }

    private static func write(_ script: String, to bundle: URL) throws {
        let main = bundle.appendingPathComponent("main")
        try Data(script.utf8).write(to: main)
        chmod(main.path, 0o755)
    }

    private func install(
        id: String, executable: String, _ plist: [String: Any], _ fill: (URL) throws -> Void
    ) throws -> String {
        let bundle = try bundle(executable) { bundle in
            try fill(bundle)
            let all: [String: Any] = [
                "CFBundleIdentifier": id, "CFBundleExecutable": executable,
            ]
            let data = try PropertyListSerialization.data(
                fromPropertyList: all.merging(plist) { $1 }, format: .binary, options: 0)
            try data.write(to: bundle.appendingPathComponent("Info.plist"))
        }
        if let refusal = try install(bundle).refusal {
            throw Failure(description: refusal.message)
        }
        return id
    }

    /// KitTestApp, which records its callbacks and does what `tell` says.
    func installRecorder(_ plist: [String: Any] = [:]) throws -> String {
        try install(
            "KitTestApp", id: "org.quiesce.tests.Recorder",
            ["UIBackgroundModes": ["fetch", "remote-notification"]].merging(plist) { $1 })
    }

    /// Has the recorder carry out commands, once it has opened its pipe.
    func tell(_ app: String, _ commands: String...) throws {
        try wait(app, toPrint: "ready")
        // The recorder reads to the end of file, so that the pipe stays open for all commands.
        let pipe = try pipe(of: app)
        try pipe.write(contentsOf: Data(commands.map { $0 + "\n" }.joined().utf8))
    }

    private func pipe(of app: String) throws -> FileHandle {
        // Each launch opens it anew; opening waits for the other end.
        let key = "\(app).\(try ps(app).launch)"
        if let pipe = pipes[key] { return pipe }
        let pipe = try FileHandle(
            forWritingTo: URL(fileURLWithPath: "\(view)\(home)/containers/\(app)/commands"))
        pipes[key] = pipe
        return pipe
    }

    // MARK: Output

    /// Waits until a launch of the app (the newest) has printed `text`, so many times.
    /// - Returns: all that it has printed.
    @discardableResult
    func wait(
        _ app: String, toPrint text: String, times: Int = 1, launch: UInt64? = nil
    ) throws -> String {
        let path = try outputPath(app, launch: launch)
        let inotify = inotify_init1(CInt(IN_CLOEXEC))
        defer { close(inotify) }
        guard inotify_add_watch(inotify, path, UInt32(IN_MODIFY)) >= 0 else {
            throw Failure(description: "inotify \(path): \(errno)")
        }
        let end = Date() + Self.patience
        while true {
            let printed = try String(contentsOfFile: path, encoding: .utf8)
            if printed.components(separatedBy: text).count > times { return printed }
            var event = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
            guard Date() < end else {
                throw Failure(
                    description:
                        "\(app) never printed \"\(text)\" \(times) times:\n\(printed.suffix(2000))\n\(daemonLog)"
                )
            }
            guard poll(&event, 1, 1_000) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4096)
            _ = read(inotify, &buffer, buffer.count)
        }
    }

    func outputPath(_ app: String, launch: UInt64? = nil) throws -> String {
        let items = try perform(.output(app: app, launch: launch)).items
        return view + (try OutputLocation.read(Array((items.first ?? "").utf8)).path)
    }

    /// Whole lines that a launch has printed.
    func lines(_ app: String, launch: UInt64? = nil) throws -> [String] {
        try output(app, launch: launch).split(separator: "\n").map(String.init)
    }

    // MARK: Processes

    /// Waits until a process is gone.
    func waitUntilGone(_ pid: Int) throws {
        let pidfd = ql_pidfd_open(pid_t(pid))
        guard pidfd >= 0 else { return }
        defer { close(pidfd) }
        var event = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, CInt(Self.patience * 1000)) > 0 else {
            throw Failure(description: "process \(pid) is still there")
        }
    }

    /// Seconds between two decisions, in whole milliseconds, as they are written.
    func seconds(from first: LogRow, to second: LogRow) throws -> Double {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let seconds = try style.parse(second.time).timeIntervalSince(style.parse(first.time))
        return (seconds * 1_000).rounded() / 1_000
    }
}

/// How apps may be frozen by whoever runs the tests.
enum Freezer: String, CaseIterable, CustomTestStringConvertible {
    case cgroup, signals

    /// The freezers that this user can have. Cgroups belong to root or are delegated, and tests
    /// don't ask for delegated ones.
    static var available: [Freezer] { geteuid() == 0 ? [.cgroup, .signals] : [.signals] }

    var options: [String] { ["--freezer", rawValue] }
    var testDescription: String { rawValue }
}
