import Foundation
import Glibc
import QuiesceWire
import TestSupport

/// An app that runs Python for the test, from inside of its cgroup and as its user
/// (`Tests/Python/puppet.py`).
final class Puppet {
    let app: String
    let device: LiveDevice
    private var stream: CInt = -1
    private var pending = Data()

    /// Installs it. Start it with `open`, `--raw` to leave the protocol to the test, `--hold` to
    /// leave its wake-ups uncompleted.
    init(_ device: LiveDevice, _ name: String = "puppet") throws {
        self.device = device
        app = "org.quiesce.test.\(name)"
        let answer = try device.install(try device.pythonBundle(app))
        if let refusal = answer.refusal { throw LiveDevice.Failure(description: refusal.message) }
    }

    deinit { disconnect() }

    func disconnect() {
        if stream >= 0 { close(stream) }
        stream = -1
        pending = Data()
    }

    /// Runs `code` in the app. It mustn't be frozen.
    func run(_ code: String) throws { _ = try ask(code, Nothing?.self) }

    /// Has the app run `code`, which may be its end: it isn't waited for.
    func begin(_ code: String) throws {
        if stream < 0 { try connect() }
        let line = try JSONEncoder().encode(code) + [UInt8(ascii: "\n")]
        let sent = line.withUnsafeBytes {
            send(stream, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == line.count else {
            throw LiveDevice.Failure(description: "\(app) can't be told: \(errno)")
        }
    }

    /// Runs `code` in the app and returns what it left in `result`.
    func ask<Result: Decodable>(_ code: String, _: Result.Type) throws -> Result {
        try begin(code)
        let reply = try readLine()
        if let error = try JSONDecoder().decode(Failed.self, from: reply).error {
            throw LiveDevice.Failure(description: error)
        }
        return try JSONDecoder().decode(Reply<Result>.self, from: reply).result
    }

    private struct Nothing: Decodable {}
    private struct Failed: Decodable { var error: String? }
    private struct Reply<Result: Decodable>: Decodable { var result: Result }

    private func readLine() throws -> Data {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[(end + 1)...]) }
                return Data(pending[..<end])
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(stream, &buffer, buffer.count, 0)
            guard count > 0 else {
                throw LiveDevice.Failure(description: "\(app) doesn't answer: \(count) \(errno)")
            }
            pending.append(contentsOf: buffer[..<count])
        }
    }

    private func connect() throws {
        let path = "\(device.view)\(device.home)/containers/\(app)/tmp/puppet"
        let end = Date() + LiveDevice.patience
        while true {
            let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let connected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if connected == 0 {
                var limit = timeval(tv_sec: Int(LiveDevice.patience), tv_usec: 0)
                let size = socklen_t(MemoryLayout<timeval>.size)
                setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
                stream = fd
                return
            }
            close(fd)
            guard Date() < end else {
                throw LiveDevice.Failure(description: "\(app) doesn't listen: \(errno)")
            }
            usleep(2_000)  // Nothing announces that it listens.
        }
    }
}

extension LiveDevice {
    /// A bundle whose executable is the puppet.
    func pythonBundle(_ app: String, version: String = "1.0", keys: String = "") throws -> URL {
        try bundle("App") { bundle in
            let files = [
                "App": "Tests/Python/puppet.py", "quiesce_app.py": "Examples/Python/quiesce_app.py",
            ]
            for (name, source) in files {
                try Data(contentsOf: BuiltProducts.package.appendingPathComponent(source))
                    .write(to: bundle.appendingPathComponent(name))
            }
            chmod(bundle.appendingPathComponent("App").path, 0o755)
            try infoPlist(app, version: version, keys: keys)
                .write(to: bundle.appendingPathComponent("Info.plist"))
        }
    }

    /// - Parameter keys: further ones, as XML.
    func infoPlist(_ app: String, version: String = "1.0", keys: String = "") -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(app)</string>
            <key>CFBundleExecutable</key><string>App</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string>
            <key>UIBackgroundModes</key>
            <array><string>fetch</string><string>remote-notification</string></array>
            \(keys)
            </dict></plist>
            """.utf8)
    }

    /// An app whose executable has these bytes.
    func install(_ app: String, executable: String, mode: mode_t = 0o755) throws {
        let bundle = try bundle("App") { bundle in
            let file = bundle.appendingPathComponent("App")
            try Data(executable.utf8).write(to: file)
            chmod(file.path, mode)
            try infoPlist(app).write(to: bundle.appendingPathComponent("Info.plist"))
        }
        if let refusal = try install(bundle).refusal {
            throw Failure(description: refusal.message)
        }
    }

    /// A push that wakes, numbered so that the app can tell it from others.
    func push(_ app: String, _ number: Int = 0) throws -> Answer {
        try call(
            .push(
                .sendPush(
                    app: app, payload: "{\"aps\":{\"content-available\":1},\"n\":\(number)}")))
    }

    /// The app's cgroup, as the kernel shows it.
    func cgroup(_ row: ProcessRow) throws -> String {
        let status = try status()
        for mount in ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"] {
            let own =
                try String(contentsOfFile: "/proc/\(status.pid)/cgroup", encoding: .utf8)
                .split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3) ?? "/"
            let path = "\(mount)\(own)/quiesce-\(status.device)/\(row.id).\(row.launch)"
            if access(path, F_OK) == 0 { return path }
        }
        throw Failure(description: "no cgroup of \(row.id).\(row.launch)")
    }

    /// Whether the kernel calls the app frozen or, where signals freeze, stopped.
    func isFrozen(_ row: ProcessRow) throws -> Bool {
        if try status().freezer == "signals" {
            let stat = try String(contentsOfFile: "/proc/\(row.pid ?? 0)/stat", encoding: .utf8)
            return stat.contains(") T ")
        }
        return try String(contentsOfFile: try cgroup(row) + "/cgroup.events", encoding: .utf8)
            .contains("frozen 1")
    }
}

func processExists(_ pid: Int) -> Bool { kill(pid_t(pid), 0) == 0 || errno == EPERM }
