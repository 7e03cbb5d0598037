import BusTestSupport
import Foundation
import Glibc
import QuiesceBus
import TestSupport
import Testing

@Suite(
    "The life of the device on the bus", .enabled(if: TestBus.canRun, TestBus.missing))
struct DeviceBusLifeTests {
    @Test("It ends by itself once nobody follows it, and a second one doesn't begin")
    func idle() throws {
        let played = try PlayedDeviceBus("--idle", "2")
        var follower: BusCaller? = try played.caller()
        _ = try follower?.call("org.quiesce.Device1", "List")
        let second = try played.second()
        #expect(second.exitCode == 1)
        #expect(second.errors.contains("another quiesce-bus"))
        // Longer than it stays without a follower: the bus answers meanwhile.
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end { #expect(try follower?.isServiceThere() == true) }
        follower = nil
        #expect(played.process.wait() == 0)
    }

    @Test("SIGTERM ends it, and so does the bus's end") func ends() throws {
        let told = try PlayedDeviceBus()
        kill(told.process.pid, SIGTERM)
        #expect(told.process.wait() == 0)
        let left = try PlayedDeviceBus()
        left.bus.end()
        #expect(left.process.wait() == 0)
    }

    @Test("Without a daemon it says so once, however often it is called") func noDevice() throws {
        let played = try PlayedDeviceBus()
        let caller = try played.caller()
        for _ in 0..<3 { _ = try caller.call("org.quiesce.Device1", "List") }
        #expect(played.log.components(separatedBy: "can't be followed").count == 2)
    }

    @Test("The bus starts it by the file that is installed", arguments: ["session", "system"])
    func activation(_ kind: String) throws {
        let scratch = try ScratchDirectory()
        let name = PlayedDeviceBus.name
        let file = BuiltProducts.package.path + "/Desktop/bus/\(kind)/\(name).service"
        let services = scratch.file("services")
        try FileManager.default.createDirectory(
            atPath: services, withIntermediateDirectories: true)
        // The user is for the helper that a machine's own bus has.
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .replacing("/usr/local/bin/quiesce-bus", with: BuiltProducts.path("quiesce-bus"))
            .replacing("User=root\n", with: "")
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(services)/\(name).service"))
        let address = "unix:path=\(scratch.file("bus"))"
        try """
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <servicedir>\(services)</servicedir>
        <policy context="default"><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
        </busconfig>
        """.write(toFile: scratch.file("bus.conf"), atomically: true, encoding: .utf8)
        let bus = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec dbus-daemon --config-file=\"$0\" --nofork --print-address 2>/dev/null",
                scratch.file("bus.conf"),
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path, "QUIESCE_HOME": scratch.file("home"),
                "DBUS_SYSTEM_BUS_ADDRESS": address,
            ], talks: (input: false, output: true))
        defer { bus.end() }
        var serves = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&serves, 1, 60_000) == 1, "the bus serves")
        let caller = try BusCaller(address, service: name, path: PlayedDeviceBus.path)
        #expect(try !caller.isServiceThere())
        let answer = try caller.call("org.quiesce.Device1", "List")
        #expect(answer.error == "org.quiesce.Device1.Error.NotRunning", "\(answer)")
        #expect(try caller.isServiceThere())
    }
}
