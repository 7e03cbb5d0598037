import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// A real daemon in a home of its own, with real apps, for one test.
///
/// All waiting is for events, with a limit that only a broken device reaches.
final class LiveDevice {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Far above what anything here takes, so that a loaded machine doesn't fail a test.
    static let patience: TimeInterval = 60

    let home: String
    /// The recorders' pipes, by app and launch.
    var pipes: [String: FileHandle] = [:]
    var options: [String]
    /// A command that runs the daemon: its own words, then the daemon's.
    var wrapper: [String] = []
    /// The daemon that is run.
    var program = BuiltProducts.path("quiesced")
    /// Where the daemon finds the system bus: none, or it would ask the machine where it is.
    var systemBus = "unix:path=/nonexistent/bus"
    /// Where the daemon finds a desktop; nil: there is none.
    var sessionBus: String?
    /// Where the daemon and apps find a sound server; nil: there is none.
    var soundServer: String?
    /// Where the daemon's file system is seen from here, when it has a mount of its own.
    var view = ""
    private(set) var daemon: Process?

    /// A line of a profile with which nobody runs out of silent pushes (R4).
    static let unlimitedPushes = "silentPushesPerHour = 1000000"

    /// The time that apps and the kernel have for what takes milliseconds, and on a busy machine
    /// longer: no app is to be ended for that. How long an app may take to end is left as it is,
    /// since those that a test has made deaf are waited for until then.
    private static let limits = [
        "launchLimitSeconds": 60, "backgroundTransitionLimitSeconds": 30,
        "freezeLimitSeconds": 30, "reconnectGraceSeconds": 30,
    ]

    /// - Parameters:
    ///   - profile: keys of a profile file that differ from `ios8`, as TOML lines; apps have half
    ///     a minute and more to launch, to leave, and for what else is no test's matter, unless it
    ///     says otherwise.
    ///   - options: further options for `quiesced`.
    init(profile: String? = nil, options: [String] = []) throws {
        // Short, as a socket's path has 107 bytes, and below /tmp, which every app's user may
        // enter.
        var template = Array("/tmp/quiesce-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: \(errno)") }
        let directory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(directory, 0o711)
        scratch = directory
        home = directory + "/home"
        var options = options
        if !options.contains("--profile") {
            var profile = profile ?? ""
            for (key, seconds) in Self.limits where !profile.contains(key) {
                profile = "\(key) = \(seconds)\n" + profile
            }
            try profile.write(
                toFile: directory + "/profile.toml", atomically: true, encoding: .utf8)
            options += ["--profile", directory + "/profile.toml"]
        }
        // Nobody listens there.
        if !options.contains("--gpsd-port") { options += ["--gpsd-port", "1"] }
        // A busy machine takes its time to start the next daemon, which is to find apps frozen.
        if !options.contains("--thaw-after") { options += ["--thaw-after", "600"] }
        self.options = options
    }

    /// For files of the test; removed with the device.
    let scratch: String

    // MARK: The daemon

    var daemonPID: pid_t { daemon?.processIdentifier ?? -1 }
    var daemonLog: String { (try? String(contentsOfFile: scratch + "/log", encoding: .utf8)) ?? "" }

    /// Starts the daemon without waiting until it serves.
    @discardableResult
    func launch() throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            wrapper + [program, "--home", home] + options
        // Or it would show its notifications on the desktop of whoever runs the tests.
        process.environment = ProcessInfo.processInfo.environment.filter {
            !["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "PULSE_SERVER"].contains($0.key)
        }
        process.environment?["DBUS_SYSTEM_BUS_ADDRESS"] = systemBus
        process.environment?["DBUS_SESSION_BUS_ADDRESS"] = sessionBus
        process.environment?["PULSE_SERVER"] = soundServer
        process.standardInput = FileHandle.nullDevice
        try Data().write(to: URL(fileURLWithPath: scratch + "/log"))
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch + "/log"))
        process.standardOutput = log
        process.standardError = log
        try process.run()
        daemon = process
        return process
    }

    func start() throws {
        try launch()
        try awaitAnswer()
    }

    /// Waits until the daemon serves.
    func awaitAnswer() throws {
        guard let process = daemon else { return }
        let end = Date() + Self.patience
        while true {
            // Answered, not only connected: a killed daemon's socket may outlive it for a moment.
            if (try? status()) != nil { return }
            guard !Self.hasEnded(process), Date() < end else {
                throw Failure(description: "the daemon didn't start: \(daemonLog)")
            }
            usleep(2_000)  // Nothing announces that a socket has begun to listen.
        }
    }

    /// SIGKILL, as the kernel or an operator might.
    func killDaemon() {
        guard let daemon else { return }
        kill(daemon.processIdentifier, SIGKILL)
        _ = Self.hasEnded(daemon, waiting: true)
        self.daemon = nil
    }

    /// SIGTERM, as a service manager sends it: the daemon ends, and its apps stay.
    /// - Returns: the daemon's exit code.
    @discardableResult
    func endDaemon() -> Int32 {
        guard let daemon else { return -1 }
        kill(daemon.processIdentifier, SIGTERM)
        return awaitEnd(of: daemon)
    }

    /// The daemon's own child that runs this program; nil: there is none.
    func child(_ program: String) throws -> pid_t? {
        // Each thread has its own children.
        let tasks = "/proc/\(daemonPID)/task"
        let children = try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
            ((try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { pid_t($0) }
        }
        return children.first { pid in
            let name = try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
            // The kernel keeps no more of a name.
            return name?.dropLast() == program.prefix(15)
        }
    }

    /// How one daemon comes after another.
    enum Succession: CaseIterable { case killed, ended, restarted }

    /// Another daemon takes over, `meanwhile` there is none, or just before.
    func succeed(_ succession: Succession, meanwhile: () throws -> Void = {}) throws {
        switch succession {
        case .killed:
            killDaemon()
            try meanwhile()
            try start()
        case .ended:
            #expect(endDaemon() == 0, "\(daemonLog)")
            try meanwhile()
            try start()
        case .restarted:
            try meanwhile()
            let tool = try quiesce("restart")
            #expect(tool.code == 0, "\(tool.error)")
        }
    }

    /// By the kernel's word: Foundation waits for a descriptor to close that a tracer may hold.
    private static func hasEnded(_ process: Process, waiting: Bool = false) -> Bool {
        var info = siginfo_t()
        let options = WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)
        let answer = waitid(P_PID, id_t(process.processIdentifier), &info, options)
        // Reaped by Foundation already, or found ended now.
        return answer != 0 || info.si_signo == SIGCHLD
    }

    /// Ends every app and the daemon in order.
    /// - Returns: the daemon's exit code.
    @discardableResult
    func down() throws -> Int32 {
        guard let daemon else { return 0 }
        _ = try call(.down)
        return awaitEnd(of: daemon)
    }

    private func awaitEnd(of daemon: Process) -> Int32 {
        var info = siginfo_t()
        waitid(P_PID, id_t(daemon.processIdentifier), &info, WEXITED | WNOWAIT)
        self.daemon = nil
        return info._sifields._sigchld.si_status
    }

    /// Ends the device after every test, whatever the test's result.
    func tearDown() {
        checkAnswers()
        var isInOrder = true
        if let daemon, !Self.hasEnded(daemon) {
            if (try? call(.down)) == nil { kill(daemon.processIdentifier, SIGINT) }
            let end = Date() + Self.patience
            while !Self.hasEnded(daemon), Date() < end { usleep(5_000) }
            isInOrder = Self.hasEnded(daemon)
            killDaemon()
        }
        // An orderly stop begins with the sockets, and ends with the apps.
        if !isInOrder || access(home + "/control.sock", F_OK) == 0 { clearUp() }
        try? FileManager.default.removeItem(atPath: scratch)
    }

    /// Another daemon takes over what a dead one has left, and ends it.
    private func clearUp() {
        wrapper = []
        do {
            try start()
            try down()
        } catch {
            killDaemon()
            Issue.record("apps of the device may be left: \(error)")
        }
    }

    // MARK: Control

    /// A connection to the control socket.
    final class Connection {
        let fd: CInt
        private let coder = WireCoder()

        init(_ home: String, patience: TimeInterval = LiveDevice.patience) throws {
            fd = ql_connect(home + "/control.sock")
            guard fd >= 0 else { throw Failure(description: "connect: errno \(-fd)") }
            var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
            setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close() }
        private var isClosed = false
        func close() {
            if !isClosed { _ = Glibc.close(fd) }
            isClosed = true
        }

        func send(_ request: ControlRequest, descriptor: CInt? = nil) throws {
            let data = try coder.encode(request)
            var fds = descriptor.map { [$0] } ?? []
            let sent = data.withUnsafeBytes {
                ql_send(fd, $0.baseAddress, $0.count, &fds, CInt(fds.count), true)
            }
            guard sent >= 0 else { throw Failure(description: "send: errno \(-sent)") }
        }

        func next() throws -> ControlReply {
            var buffer = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)
            var fds = [CInt](repeating: -1, count: 8)
            var count: CInt = 0
            var truncated = false
            let length = ql_receive(fd, &buffer, buffer.count, &fds, &count, &truncated, true)
            guard length > 0 else { throw Failure(description: "no answer: \(length)") }
            return try coder.decode(ControlReply.self, from: Data(buffer.prefix(length)))
        }
    }

    struct Answer {
        var items: [String] = []
        var message: String?
        var refusal: ControlReply.Refusal?
    }

    /// Asks and waits for the whole answer.
    func call(_ request: ControlRequest, descriptor: CInt? = nil) throws -> Answer {
        let connection = try Connection(view + home)
        defer { connection.close() }
        try connection.send(request, descriptor: descriptor)
        var answer = Answer()
        while true {
            let reply: ControlReply
            do {
                reply = try connection.next()
            } catch {
                throw Failure(description: "\(request): \(error)\n\(daemonLog)")
            }
            switch reply {
            case .item(let row): answer.items.append(row)
            case .end: return answer
            case .done(let message):
                answer.message = message
                return answer
            case .refused(let refusal):
                answer.refusal = refusal
                return answer
            }
        }
    }

    /// As `call`, for what must be done.
    @discardableResult
    func perform(_ request: ControlRequest) throws -> Answer {
        let answer = try call(request)
        if let refusal = answer.refusal {
            throw Failure(description: "\(request): \(refusal.message)")
        }
        return answer
    }

    func rows<Row: JSONReadable>(_: Row.Type, _ request: ControlRequest) throws -> [Row] {
        try perform(request).items.map { try Row.read(Array($0.utf8)) }
    }

    func ps() throws -> [ProcessRow] { try rows(ProcessRow.self, .ps) }

    func ps(_ app: String) throws -> ProcessRow {
        guard let row = try ps().first(where: { $0.id == app }) else {
            throw Failure(description: "\(app) is not installed")
        }
        return row
    }

    /// The process of an app, once it has one.
    func pid(_ app: String) throws -> Int {
        let end = Date() + Self.patience
        while Date() < end {
            if let pid = try ps(app).pid { return pid }
            usleep(2_000)  // No decision tells that the process has its number.
        }
        throw Failure(description: "\(app) has no process")
    }

    func log(_ app: String? = nil) throws -> [LogRow] {
        try rows(LogRow.self, .log(app: app, follow: false, limit: nil))
    }

    func why(_ app: String, not: String? = nil) throws -> WhyAnswer {
        guard let answer = try rows(WhyAnswer.self, .why(app: app, not: not)).first else {
            throw Failure(description: "no answer")
        }
        return answer
    }

    func status() throws -> DeviceStatus {
        guard let answer = try rows(DeviceStatus.self, .status).first else {
            throw Failure(description: "no answer")
        }
        return answer
    }

    /// Waits for a decision that `predicate` holds for, among those kept and those to come.
    ///
    /// - Parameter patience: seconds without any decision.
    @discardableResult
    func wait(
        for what: String, app: String? = nil, after seq: UInt64 = 0,
        patience: TimeInterval = LiveDevice.patience, _ predicate: (LogRow) -> Bool
    ) throws -> LogRow {
        let connection = try Connection(view + home, patience: patience)
        defer { connection.close() }
        try connection.send(.log(app: app, follow: true, limit: nil))
        do {
            while true {
                guard case .item(let row) = try connection.next() else { continue }
                let decision = try LogRow.read(Array(row.utf8))
                if decision.seq > seq, predicate(decision) { return decision }
            }
        } catch {
            let seen = (try? log(app).map { "\($0.kind) \($0.reason) \($0.to ?? "")" }) ?? []
            throw Failure(
                description:
                    "waited in vain for \(what): \(error)\n\(seen.joined(separator: "\n"))\n\(daemonLog)"
            )
        }
    }

    /// Waits until the app comes into `state`, if it isn't in it already.
    func wait(_ app: String, _ state: String) throws {
        let latest = try log(app).last?.seq ?? 0
        if try ps(app).state == state { return }
        try wait(for: "\(app) \(state)", app: app, after: latest) { $0.to == state }
    }

    /// The number of the newest decision, to wait for what comes after.
    func mark() throws -> UInt64 { try log().last?.seq ?? 0 }

    // MARK: Apps

    /// Installs one of the examples and returns its id.
    ///
    /// - Parameters:
    ///   - id: nil: its own; another, for a second one of it.
    ///   - files: further ones of its bundle.
    @discardableResult
    func install(
        example name: String, id: String? = nil, files: [(name: String, bytes: Data)] = []
    ) throws -> String {
        let own = "org.quiesce.examples.\(name)"
        let bundle = try bundle(name) { bundle in
            for file in files { try file.bytes.write(to: bundle.appendingPathComponent(file.name)) }
            let source = BuiltProducts.package.appendingPathComponent("Examples/\(name)")
            let resources = source.appendingPathComponent("Resources")
            let names = try? FileManager.default.contentsOfDirectory(atPath: resources.path)
            for file in (names ?? []).map(resources.appendingPathComponent)
                + [source.appendingPathComponent("Info.plist")]
            {
                try FileManager.default.copyItem(
                    at: file, to: bundle.appendingPathComponent(file.lastPathComponent))
            }
            try FileManager.default.copyItem(
                at: BuiltProducts.directory.appendingPathComponent(name),
                to: bundle.appendingPathComponent(name))
            guard let id else { return }
            let plist = bundle.appendingPathComponent("Info.plist")
            let text = try String(contentsOf: plist, encoding: .utf8)
            try text.replacingOccurrences(of: own, with: id).write(
                to: plist, atomically: true, encoding: .utf8)
        }
        let answer = try install(bundle)
        if let refusal = answer.refusal { throw Failure(description: refusal.message) }
        return id ?? own
    }

    /// Makes `NAME.app` below the scratch folder.
    func bundle(_ name: String, _ fill: (URL) throws -> Void) throws -> URL {
        let bundle = URL(fileURLWithPath: scratch).appendingPathComponent(
            "\(UUID().uuidString)/\(name).app")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try fill(bundle)
        return bundle
    }

    func install(_ bundle: URL) throws -> Answer {
        let fd = Glibc.open(bundle.path, O_RDONLY | O_DIRECTORY)
        guard fd >= 0 else { throw Failure(description: "open \(bundle.path): \(errno)") }
        defer { close(fd) }
        return try call(.install(), descriptor: fd)
    }

    func open(_ app: String, _ arguments: String...) throws {
        try perform(.open(app: app, arguments: arguments))
    }

    /// The app's output in a launch; nil: in its newest launch.
    func output(_ app: String, launch: UInt64? = nil) throws -> String {
        guard let location = try rows(OutputLocation.self, .output(app: app, launch: launch)).first
        else { return "" }
        return try String(contentsOfFile: location.path, encoding: .utf8)
    }

    /// A file in the app's container, as it is now; nil while there is none.
    func contained(_ app: String, _ path: String) -> Data? {
        FileManager.default.contents(atPath: "\(home)/containers/\(app)/\(path)")
    }

    /// The app's CPU time so far, in clock ticks.
    func cpuTicks(_ pid: Int) -> Int? {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let name = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[name...].split(separator: " ")
        return Int(fields[12]).flatMap { user in Int(fields[13]).map { user + $0 } }
    }

    /// CPU time of the process, which depends on no load; nil when it is gone.
    func cpuTime(_ pid: Int) -> Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid_t(pid), &clock) == 0, clock_gettime(clock, &time) == 0
        else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Runs a test on a device that is started before and taken down after.
func withDevice<Result>(
    profile: String? = nil, options: [String] = [], _ body: (LiveDevice) throws -> Result
) throws -> Result {
    let device = try LiveDevice(profile: profile, options: options)
    defer { device.tearDown() }
    try device.start()
    return try body(device)
}
