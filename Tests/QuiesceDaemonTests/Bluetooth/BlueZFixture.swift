import Foundation
import Glibc
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A bluetoothd that is played, on a bus of the test's own which plays the system bus, and the
/// daemon's radio beside it.
final class BlueZFixture {
    static let belt = "AA:BB:CC:DD:EE:FF"
    static let identifier = "51E5CE00-0000-4000-8000-AABBCCDDEEFF"

    var address: String { bus.address }
    let loop: EventLoop
    let log = LogLines()
    private let bus: TestBus
    private var bluetoothd: SpawnedProcess?
    private(set) var events: [BluetoothEvent] = []
    private(set) var beacons: [Beacon] = []
    private(set) var radio: BlueZRadio!
    private var isLate = false

    /// - Parameter isThere: bluetoothd is, with an adapter.
    init(in scratch: ScratchDirectory, isThere: Bool = true) throws {
        bus = try TestBus(in: scratch)
        loop = try EventLoop()
        loop.onTimer = { [unowned self] in
            isLate = true
            loop.stop()
        }
        if isThere {
            try start()
            try play("PlugIn")
        }
        radio = BlueZRadio(address: bus.address, loop: loop, logger: log.logger) { [unowned self] in
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
        bluetoothd = try bus.play("org.bluez", at: "/", "--template \(template)")
    }

    func kill() {
        bluetoothd?.end()
        bluetoothd = nil
    }

    func play(_ method: String, _ arguments: String...) throws {
        _ = try bus.ask("org.bluez", "/", "org.bluez.Mock." + method, arguments)
    }

    func near() throws { try play("Near", "string:" + Self.belt) }
    func far() throws { try play("Far", "string:" + Self.belt) }

    /// The requests that bluetoothd has received since they were last read.
    func heard() throws -> [String] { try words("Heard") }
    /// The answers that a played central received.
    func answers() throws -> [String] { try words("Answers") }

    private func words(_ method: String) throws -> [String] {
        TestBus.strings(try bus.ask("org.bluez", "/", "org.bluez.Mock." + method))
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
