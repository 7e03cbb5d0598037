import CMarks
import Foundation
import Glibc

/// A daemon in a home of its own, with bench apps.
final class BenchDevice {
    /// Far above what anything takes that is measured here.
    private static let patience: TimeInterval = 60

    let home: String
    private(set) var trace: MarkReader?
    private let process = Process()
    private var connection: CInt = -1
    private var cleanup = 0
    private let scratch: String

    /// - Parameters:
    ///   - traced: its steps are marked; off, the daemon is as in use.
    ///   - variables: for the daemon, beside our own.
    init(traced: Bool, environment variables: [String: String] = [:]) throws {
        var template = Array("/tmp/quiesce-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp", errno: errno) }
        let scratch = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(scratch, 0o711)  // Apps have users of their own.
        self.scratch = scratch
        home = scratch + "/home"
        let log = scratch + "/log"
        try Data().write(to: URL(fileURLWithPath: log))
        process.executableURL = URL(fileURLWithPath: Products.path("quiesced"))
        process.arguments = ["--home", home]
        var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        environment["QUIESCE_TRACE"] = traced ? scratch + "/trace" : nil
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        process.standardOutput = process.standardError
        try process.run()
        let running = UncheckedProcess(process)
        cleanup = Cleanup.add {
            // Ends every app, in order, and removes the cgroups.
            running.value.interrupt()
            let end = Date() + 60
            while running.value.isRunning, Date() < end { usleep(10_000) }
            if running.value.isRunning { kill(running.value.processIdentifier, SIGKILL) }
            try? FileManager.default.removeItem(atPath: scratch)
        }
        try wait(for: "the daemon") {
            connection = Self.connect(home + "/control.sock")
            return connection >= 0 || !process.isRunning
        }
        guard connection >= 0 else {
            throw Failure(
                "the daemon didn't start: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")"
            )
        }
        if traced { trace = try MarkReader(scratch + "/trace") }
    }

    var pid: pid_t { process.processIdentifier }

    func stop() {
        if connection >= 0 { close(connection) }
        connection = -1
        Cleanup.run(cleanup)
    }

    // MARK: Control

    /// Asks, waits for the whole answer, and returns its rows.
    @discardableResult
    func ask(_ request: String) throws -> [[String: Any]] {
        guard send(connection, request, request.utf8.count, CInt(MSG_NOSIGNAL)) > 0 else {
            throw Failure("control socket", errno: errno)
        }
        var rows: [[String: Any]] = []
        while true {
            let reply = try receive()
            switch reply["type"] as? String {
            case "item":
                guard let item = reply["value"] as? String else {
                    throw Failure("not understood: \(reply)")
                }
                rows.append(try Self.object(Data(item.utf8)))
            case "done", "end": return rows
            case _: throw Failure("\(request): \(reply)")
            }
        }
    }

    private func receive() throws -> [String: Any] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let length = recv(connection, &buffer, buffer.count, 0)
        guard length > 0 else { throw Failure("the daemon closed its control socket") }
        return try Self.object(Data(buffer[..<length]))
    }

    private static func object(_ data: Data) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Failure("no JSON object: \(String(decoding: data, as: UTF8.self))")
        }
        return object
    }

    private static func connect(_ path: String) -> CInt {
        let fd = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard fd >= 0 else { return -1 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if connected == 0 { return fd }
        close(fd)
        return -1
    }

    // MARK: Apps

    /// Installs BenchApp as `org.quiesce.bench.<name>`.
    /// - Returns: its id.
    func install(_ name: String) throws -> String {
        try install("BenchApp", id: "org.quiesce.bench.\(name)")
    }

    /// Installs an executable that was built beside this one.
    func install(_ executable: String, id: String) throws -> String {
        let name = id.split(separator: ".").last ?? ""
        let bundle = "\(scratch)/\(name).app"
        let files = FileManager.default
        try files.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: bundle) }
        let plist: [String: Any] = [
            "CFBundleIdentifier": id, "CFBundleExecutable": executable,
            "UIBackgroundModes": ["audio", "fetch", "location", "voip"],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: bundle + "/Info.plist"))
        try files.copyItem(atPath: Products.path(executable), toPath: "\(bundle)/\(executable)")
        try quiesce("install", bundle)
        return id
    }

    /// Runs the command-line tool.
    func quiesce(_ arguments: String...) throws {
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: Products.path("quiesce"))
        tool.arguments = arguments
        tool.environment = ["QUIESCE_HOME": home]
        tool.standardOutput = FileHandle.nullDevice
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationStatus == 0 else {
            throw Failure("quiesce \(arguments.joined(separator: " ")) failed")
        }
    }

    /// Opens an app, and leaves it; waits until it is suspended.
    func openAndLeave(_ app: String) throws {
        try ask(#"{"type":"open","app":"\#(app)"}"#)
        try wait(for: "\(app) in front") { try state(app) == "active" }
        try ask(#"{"type":"home"}"#)
        try wait(for: "\(app) to be suspended") { try state(app) == "suspended" }
    }

    /// Installs `count` apps, launches each into the background, and waits until all are suspended.
    /// - Returns: their ids.
    func suspendApps(_ count: Int) throws -> [String] {
        var apps: [String] = []
        for number in 1...count {
            Progress.show("starting app \(number) of \(count)")
            let app = try install("App\(number)")
            apps.append(app)
            try ask(#"{"type":"sendFetch","app":"\#(app)"}"#)
            // Launches at most a few at once: the machine isn't what is measured here.
            let least = number == count ? count : number - 4
            try wait(for: "\(least) suspended apps") { try suspended() >= least }
        }
        return apps
    }

    func suspended() throws -> Int { try ask(#"{"type":"status"}"#)[0]["suspended"] as? Int ?? 0 }

    func state(_ app: String) throws -> String {
        let row = try ask(#"{"type":"ps"}"#).first { $0["id"] as? String == app }
        return row?["state"] as? String ?? "not installed"
    }

    /// The marks of an app.
    func marks(_ app: String) throws -> MarkReader {
        try MarkReader("\(home)/containers/\(app)/marks")
    }

    func wait(for what: String, _ isSo: () throws -> Bool) throws {
        let end = Date() + Self.patience
        while try !isSo() {
            guard Date() < end else {
                let kills = try ask(#"{"type":"log"}"#).filter { $0["kind"] as? String == "kill" }
                throw Failure("waited in vain for \(what); killed: \(kills)")
            }
            usleep(1_000)
        }
    }
}
