import BusTestSupport
import Foundation
import Glibc
import QuiesceBus
import TestSupport
import Testing

@Suite(
    "A device on the system bus, by the policy that is installed",
    .enabled(if: TestBus.canRun, TestBus.missing),
    .enabled(if: geteuid() == 0, "only root may have the name there"))
struct SystemBusTests {
    /// The group that plays `quiesce`, which a machine may not have.
    private static let group = "daemon"

    /// A bus with a system's own defaults, and the installed policy.
    private func bus(in scratch: ScratchDirectory) throws -> (SpawnedProcess, address: String) {
        chmod(scratch.path, 0o755)
        let policy = BuiltProducts.package.path + "/Desktop/bus/system/org.quiesce.Device1.conf"
        try String(contentsOfFile: policy, encoding: .utf8)
            .replacing("group=\"quiesce\"", with: "group=\"\(Self.group)\"")
            .write(toFile: scratch.file("policy.conf"), atomically: true, encoding: .utf8)
        let address = "unix:path=\(scratch.file("bus"))"
        try """
        <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><deny own="*"/><deny send_type="method_call"/>
        <allow send_type="signal"/><allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/><allow receive_type="method_call"/>
        <allow receive_type="method_return"/><allow receive_type="error"/>
        <allow receive_type="signal"/><allow send_destination="org.freedesktop.DBus"/></policy>
        <include>\(scratch.file("policy.conf"))</include></busconfig>
        """.write(toFile: scratch.file("bus.conf"), atomically: true, encoding: .utf8)
        let bus = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec dbus-daemon --config-file=\"$0\" --nofork --print-address 2>/dev/null",
                scratch.file("bus.conf"),
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var wait = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the bus starts")
        return (bus, address)
    }

    /// A program of a user who owns nothing, in that group.
    private func run(in group: String, _ command: [String]) throws -> SpawnedProcess {
        try SpawnedProcess(
            [
                "/bin/sh", "-c", "exec setpriv --reuid 65534 --regid \"$@\" 2>/dev/null", "sh",
                group,
                "--clear-groups",
            ] + command,
            environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
    }

    /// All that a process has printed, until it has printed that.
    private func text(_ process: SpawnedProcess, until end: String) throws -> String {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !text.contains(end) {
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "\(end) comes after \(text)")
            let count = Glibc.read(process.output, &bytes, bytes.count)
            try #require(count > 0, "\(end) comes after \(text)")
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return text
    }

    @Test("Root and the group call it and hear its signals; others do neither") func policy() throws
    {
        try withDevice { device in
            try DeviceBusTests.install(on: device)
            let scratch = try ScratchDirectory()
            let (bus, address) = try bus(in: scratch)
            defer { bus.end() }
            let service = try SpawnedProcess(
                [BuiltProducts.path("quiesce-bus"), "--system", "--home", device.home],
                environment: ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address],
                talks: (input: false, output: false))
            let caller = try BusCaller(
                address, service: DeviceBusSession.name, path: "/org/quiesce/Device1")
            try waitUntil("root has the name") { try caller.isServiceThere() }
            try caller.hear(["StateChanged"], of: DeviceBusSession.name)
            let listen = [
                "/usr/bin/gdbus", "monitor", "--address", address, "--dest", DeviceBusSession.name,
            ]
            let member = try run(in: Self.group, listen)
            let stranger = try run(in: "nogroup", listen)
            for listener in [member, stranger] { _ = try text(listener, until: "is owned by") }
            let open = [
                "/usr/bin/dbus-send", "--bus=\(address)", "--print-reply",
                "--dest=\(DeviceBusSession.name)", "/org/quiesce/Device1",
                "\(DeviceBusSession.name).Open", "string:\(DeviceBusTests.app)",
            ]
            #expect(try run(in: "nogroup", open).wait() != 0)
            #expect(try device.ps(DeviceBusTests.app).state == "notRunning")
            #expect(try run(in: Self.group, open).wait() == 0)
            _ = try caller.signal("it is in front") { $0.values[1].text == "active" }
            service.end(SIGTERM)
            let gone = "does not have an owner"
            #expect(try text(member, until: gone).contains("StateChanged"))
            #expect(try !text(stranger, until: gone).contains("StateChanged"))
        }
    }
}
