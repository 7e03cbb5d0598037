import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("A service manager that starts the daemon") struct ServiceManagerTests {
    /// The socket of a service manager, as sd_notify(3) has it.
    private final class Notifications {
        let path: String
        private let socket: CInt

        init(_ path: String) throws {
            self.path = path
            socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
            var limit = timeval(tv_sec: Int(LiveDevice.patience), tv_usec: 0)
            setsockopt(
                socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(socket) }

        /// The next is this, but for those that the daemon lives.
        func hear(_ line: String) throws {
            while true {
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let length = recv(socket, &buffer, buffer.count, 0)
                try #require(length > 0, "it is told \(line)")
                let text = String(decoding: buffer.prefix(length), as: UTF8.self)
                if text == "WATCHDOG=1", line != text { continue }
                #expect(text.split(separator: "\n").first.map(String.init) == line)
                return
            }
        }
    }

    private func withManagedDevice(
        _ body: (LiveDevice, Notifications) throws -> Void
    ) throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let notifications = try Notifications(device.scratch + "/notify")
        // The daemon is told twice in this time; nobody kills it after.
        device.wrapper = ["NOTIFY_SOCKET=\(notifications.path)", "WATCHDOG_USEC=200000"]
        try device.launch()
        try body(device, notifications)
    }

    @Test("It is told when tools are served, that the daemon lives, and that it stops")
    func life() throws {
        try withManagedDevice { device, notifications in
            try notifications.hear("READY=1")
            let pid = try device.status().pid
            #expect(pid == Int(device.daemonPID))
            for _ in 0..<3 {
                try notifications.hear("WATCHDOG=1")
            }
            #expect(device.endDaemon() == 0)
            try notifications.hear("STOPPING=1")
        }
    }

    @Test("It is told of a restart in the same process", arguments: ["restart", "SIGUSR2"])
    func restart(by cause: String) throws {
        try withManagedDevice { device, notifications in
            try notifications.hear("READY=1")
            if cause == "SIGUSR2" {
                kill(device.daemonPID, SIGUSR2)
            } else {
                let tool = try device.quiesce("restart")
                #expect(tool.code == 0, "\(tool.error)")
            }
            try notifications.hear("RELOADING=1")
            try notifications.hear("READY=1")
            try notifications.hear("WATCHDOG=1")
        }
    }

    @Test("An app knows nothing of it")
    func apps() throws {
        try withManagedDevice { device, notifications in
            try notifications.hear("READY=1")
            let app = try device.install(
                script: "#!/bin/sh\nenv\necho all\nexec sleep 1000", id: "org.quiesce.tests.env",
                ["QuiesceHosted": true])
            try device.open(app)
            let printed = try device.wait(app, toPrint: "all")
            for variable in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS"] {
                #expect(!printed.contains(variable))
            }
        }
    }

    /// Listens where tools connect, and starts a daemon with that socket for each line.
    private static let manager = """
        import os, socket, subprocess, sys
        log, path, *daemon = sys.argv[1:]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen()
        if listener.fileno() != 3:
            os.dup2(listener.fileno(), 3)
        print("listens", flush=True)
        command = ["/bin/sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", *daemon]
        for line in sys.stdin:
            process = subprocess.Popen(command, pass_fds=[3], stderr=open(log, "w"))
            process.wait()
            print("ended", flush=True)
        """

    @Test("It listens for tools: what they ask while no daemon runs is answered by the next")
    func listens() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        try #require(mkdir(device.home, 0o700) == 0)
        let socket = device.home + "/control.sock"
        let manager = try SpawnedProcess(
            ["/usr/bin/python3", "-c", Self.manager, device.scratch + "/log", socket]
                + [device.program, "--home", device.home] + device.options,
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": device.systemBus,
            ], talks: (input: true, output: true))
        defer {
            manager.closeInput()
            unlink(socket)
        }
        func hear(_ line: String) {
            var buffer = [UInt8](repeating: 0, count: 16)
            let length = read(manager.output, &buffer, buffer.count)
            #expect(String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self) == line + "\n")
        }
        func pid(_ connection: LiveDevice.Connection) throws -> Int {
            guard case .item(let row) = try connection.next() else {
                throw LiveDevice.Failure(description: "no status: \(device.daemonLog)")
            }
            return try DeviceStatus.read(Array(row.utf8)).pid
        }
        func ask() throws -> LiveDevice.Connection {
            let connection = try LiveDevice.Connection(device.home)
            try connection.send(.status)
            return connection
        }

        hear("listens")
        let before = try ask()
        #expect(write(manager.input, "\n", 1) == 1)
        let first = try pid(before)
        let tool = try device.quiesce("restart")
        #expect(tool.code == 0, "\(tool.error)")
        let restarted = try pid(ask())
        #expect(restarted == first)

        kill(pid_t(first), SIGTERM)
        hear("ended")
        let between = try ask()
        #expect(write(manager.input, "\n", 1) == 1)
        let second = try pid(between)
        #expect(second != first)
        try device.perform(.down)
        hear("ended")
    }
}
