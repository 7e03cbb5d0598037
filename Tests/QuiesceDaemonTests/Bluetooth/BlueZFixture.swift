import Foundation
import Glibc
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A bluetoothd that is played, on a bus of the test's own which plays the system bus, and the daemon's radio beside it.
final class BlueZFixture {
    static let canRun: Bool = {
        guard access("/usr/bin/dbus-daemon", X_OK) == 0,
            let trial = try? Process.run(
                URL(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", "/usr/bin/python3 -c 'import dbusmock' 2>/dev/null"])
        else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }()
    static let missing: Comment = "dbus-daemon or python3-dbusmock isn't installed"
    static let belt = "AA:BB:CC:DD:EE:FF"
    static let identifier = "51E5CE00-0000-4000-8000-AABBCCDDEEFF"

    let address: String
    let loop: EventLoop
    let log = LogLines()
    private let scratch: ScratchDirectory
    private let bus: SpawnedProcess
    private var bluetoothd: SpawnedProcess?
    private(set) var events: [BluetoothEvent] = []
    private(set) var beacons: [Beacon] = []
    private(set) var radio: BlueZRadio!
    private var isLate = false

    /// - Parameter isThere: bluetoothd is, with an adapter.
    init(in scratch: ScratchDirectory, isThere: Bool = true) throws {
        self.scratch = scratch
        address = "unix:path=\(scratch.file("bus"))"
        bus = try GeoClueFixture.bus(in: scratch)
        loop = try EventLoop()
        loop.onTimer = { [unowned self] in
            isLate = true
            loop.stop()
        }
        if isThere {
            try start()
            try play("PlugIn")
        }
        radio = BlueZRadio(address: address, loop: loop, logger: log.logger) { [unowned self] in
            events.append($0)
            loop.stop()
        }
        radio.scanning.heard = { [unowned self] in
            beacons.append($0)
            loop.stop()
        }
    }

    deinit { radio.want(nil) }

    // MARK: bluetoothd

    func start() throws {
        let template = BuiltProducts.package.appending(path: "Tests/Python/bluez_gatt.py").path
        bluetoothd = try SpawnedProcess(
            [
                "/bin/sh", "-c",
                "exec /usr/bin/python3 -m dbusmock --template \(template) >/dev/null 2>&1",
            ],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address],
            talks: (input: false, output: false))
        while try ask("/", "org.freedesktop.DBus.Peer.Ping") == "" {}
    }

    func kill() {
        bluetoothd?.end()
        bluetoothd = nil
    }

    func play(_ method: String, _ arguments: String...) throws {
        _ = try ask("/", "org.bluez.Mock." + method, arguments)
    }

    func near() throws { try play("Near", "string:" + Self.belt) }
    func far() throws { try play("Far", "string:" + Self.belt) }

    /// What bluetoothd was asked since it was looked at last.
    func heard() throws -> [String] { try words("Heard") }
    /// What a played central was answered.
    func answers() throws -> [String] { try words("Answers") }

    private func words(_ method: String) throws -> [String] {
        try ask("/", "org.bluez.Mock." + method).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count == 3 && parts[0].hasSuffix("string ") ? String(parts[1]) : nil
        }
    }

    private func ask(_ path: String, _ method: String, _ arguments: [String] = []) throws -> String
    {
        try ToolRun(
            ["--bus=\(address)", "--print-reply", "--dest=org.bluez", path, method] + arguments,
            home: scratch.path, program: "/usr/bin/dbus-send"
        ).output
    }

    // MARK: The radio

    /// Serves the loop until that is so; a minute fails the test.
    func serve(_ what: Comment, until isDone: () throws -> Bool) throws {
        isLate = false
        while try !isDone() {
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(50))
            loop.run()
            guard !isLate || patience() else { throw TooLate(what: "\(what)") }
        }
        loop.setTimer(at: nil)
        patienceLeft = 1_200
    }

    struct TooLate: Error { var what: String }
    private var patienceLeft = 1_200

    /// The loop's timer is how often a condition is looked at that is no event.
    private func patience() -> Bool {
        isLate = false
        patienceLeft -= 1
        return patienceLeft > 0
    }

    /// Serves until the radio has said that; what it said before is passed over.
    func wait(_ what: Comment, for event: BluetoothEvent) throws {
        try serve(what) { events.contains(event) }
    }

    func waitUntilHeard(_ words: String) throws {
        var found: [String] = []
        try serve("\(words)") {
            found += try heard()
            return found.contains(words)
        }
    }

    func forget() { events = [] }

    static func demand(
        scan: [String]? = nil, beacons: Bool = false, connected: Bool = false,
        notifying: [UInt16] = []
    ) -> BluetoothDemand {
        var demand = BluetoothDemand()
        demand.scan =
            scan.map { .init(services: $0, duplicates: false, beacons: beacons) }
        if connected { demand.connections = [identifier] }
        demand.notifying = notifying.map { .init(peripheral: identifier, handle: $0) }
        return demand
    }
}
