import ArgumentParser
import Foundation
import QuiesceSimulation

/// What many devices ask of push gateways: `docs/scale.md`.
struct Scale: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what so many devices ask of push gateways, and how they come back to one.",
        discussion: """
            Nothing is measured here: give it what `make bench` measured. docs/scale.md names what is \
            assumed.
            """)

    @Option(help: "Devices in all.")
    var devices = 1_000_000
    @Option(help: "KiB of memory for a connection on which nothing happens.")
    var connectionKib = 62.0
    @Option(help: "GiB of memory that a gateway has for connections.")
    var gatewayGib = 12.0
    @Option(help: "Pushes that a device gets in a day.")
    var pushesPerDay = 50.0
    @Option(help: "How many times the mean the busiest second has.")
    var peak = 5.0
    @Option(help: "Pushes that one gateway carries in a second.")
    var gatewayPushes = 1_900.0
    @Option(help: "Pushes that one stream carries in a second.")
    var streamPushes = 4_000.0
    @Option(help: "TLS handshakes that a gateway does in a second.")
    var handshakes = 1_000
    @Option(help: "Connections that wait until a gateway takes them; more time out.")
    var backlog = 1_024
    @Option(help: "Seconds until a gateway that failed is back.")
    var outage = 10.0
    @Flag(help: "Devices wait as long as they may, not for a random part of that.")
    var inStep = false
    @Option(help: "Of the random waits.")
    var seed: UInt64 = 1
    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...10_000_000).contains(devices) else {
            throw ValidationError("--devices takes 1 to 10000000.")
        }
        guard (1...10_000_000).contains(handshakes), (1...10_000_000).contains(backlog) else {
            throw ValidationError("--handshakes and --backlog take 1 to 10000000.")
        }
        let numbers = [connectionKib, gatewayGib, pushesPerDay, peak, gatewayPushes, streamPushes]
        guard numbers.allSatisfy({ $0 > 0 && $0 <= 1e12 }), (0...86_400).contains(outage) else {
            throw ValidationError("a number is 0, negative or too large.")
        }
    }

    private struct Report: Encodable {
        var needs: Fleet.Needs
        var storm: ReconnectStorm.Course
    }

    func run() throws {
        var fleet = Fleet()
        fleet.devices = devices
        fleet.bytesPerConnection = Int(connectionKib * 1_024)
        fleet.gatewayBytes = Int(gatewayGib * Double(1 << 30))
        fleet.pushesPerDay = pushesPerDay
        fleet.peakFactor = peak
        fleet.gatewayPushesPerSecond = gatewayPushes
        fleet.streamPushesPerSecond = streamPushes
        let needs = fleet.needs
        var storm = ReconnectStorm()
        storm.devices = needs.devicesPerGateway
        storm.outageMilliseconds = Int(outage * 1_000)
        storm.handshakesPerSecond = handshakes
        storm.backlog = backlog
        storm.isInStep = inStep
        storm.seed = seed
        let course = storm.run()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let text = try encoder.encode(Report(needs: needs, storm: course))
            return print(String(decoding: text, as: UTF8.self))
        }
        print(
            """
            \(devices) devices, \(rounded(needs.pushesPerSecond)) pushes a second at the busiest:
              gateways       \(needs.gateways): \(needs.gatewaysForMemory) for memory, \
            \(needs.gatewaysForPushes) for pushes; the larger, and one that may fail
              devices each   \(needs.devicesPerGateway)
              streams        \(needs.streams)
              stored         \(needs.stored) pushes, \(rounded(Double(needs.storedBytes) / 1e6)) MB
              keepalives     \(rounded(needs.keepalivesPerSecond)) a second
            One of them is away for \(rounded(outage)) s, then its devices come back:
              attempts       \(course.attempts), \(course.timedOut) of them timed out; at most \
            \(course.peakAttemptsPerSecond) in a second
              connected      half \(rounded(course.half)) s, 99 % \(rounded(course.nearlyAll)) s, \
            all \(rounded(course.all)) s; handshakes alone take \(rounded(course.handshakesAlone)) s
            """)
    }

    private func rounded(_ number: Double) -> String {
        String(format: number < 10 ? "%.1f" : "%.0f", number)
    }
}
