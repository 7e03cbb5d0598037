import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Regions of beacons", .behaviour("G4"))
struct BeaconRegionTests {
    private static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

    private func beacon(_ major: UInt16 = 7, _ minor: UInt16 = 1) throws -> Beacon {
        try #require(Beacon(uuid: Self.uuid.lowercased(), major: major, minor: minor))
    }

    private func device(_ permission: PermissionState = .authorized) -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.permit(appA, .location, permission)
        device.open(appA)
        return device
    }

    private func monitor(
        _ device: TestDevice, _ name: String = "shop", uuid: String = BeaconRegionTests.uuid,
        major: UInt16? = nil, minor: UInt16? = nil, entry: Bool = true
    ) {
        let region = BeaconRegion(identifier: name, uuid: uuid, major: major, minor: minor)
        device.ask(
            appA, location: .monitor(region: WatchedRegion(.beacons(region), notifyOnEntry: entry)))
    }

    private func send(_ device: TestDevice, _ event: LocationEvent) {
        device.send(.location(event))
        device.run()
    }

    @Test("It is entered with the first that is heard, and left once none was for half a minute")
    func entersAndLeaves() throws {
        let device = device()
        monitor(device)
        for _ in 0..<5 {
            send(device, .heard(try beacon()))
            device.advance(by: .seconds(20))
        }
        #expect(device.news(appA) == [.entered(region: "shop")])
        device.advance(by: .seconds(9))
        #expect(device.news(appA).count == 1)
        device.advance(by: .seconds(1))
        #expect(device.news(appA) == [.entered(region: "shop"), .left(region: "shop")])
        send(device, .heard(try beacon()))
        #expect(device.news(appA).last == .entered(region: "shop"))
    }

    @Test("It is left as soon as its last beacon is said to be gone, and not with the one before")
    func gone() throws {
        let device = device()
        monitor(device)
        send(device, .heard(try beacon(7, 1)))
        send(device, .heard(try beacon(7, 2)))
        send(device, .silent(try beacon(7, 1)))
        #expect(device.news(appA) == [.entered(region: "shop")])
        send(device, .silent(try beacon(7, 2)))
        #expect(device.news(appA).last == .left(region: "shop"))
    }

    @Test("A region means all beacons of its UUID, those of a major, or one")
    func meant() throws {
        let device = device()
        monitor(device, "all")
        monitor(device, "seven", major: 7)
        monitor(device, "one", major: 7, minor: 1)
        let names = {
            device.news(appA).compactMap {
                if case .entered(let region) = $0 { region } else { nil }
            }
        }
        send(device, .heard(try #require(Beacon(uuid: "0" + Self.uuid.dropFirst()))))
        #expect(names() == [])
        send(device, .heard(try beacon(8, 1)))
        #expect(names() == ["all"])
        send(device, .heard(try beacon(7, 2)))
        #expect(names() == ["all", "seven"])
        send(device, .heard(try beacon(7, 1)))
        #expect(names() == ["all", "seven", "one"])
    }

    @Test("It wakes an app that is suspended, and launches one that has ended")
    func wakes() throws {
        let device = device()
        monitor(device)
        device.home()
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .suspended)
        send(device, .heard(try beacon()))
        #expect(device.decisions.contains { $0.reason == .wokenForRegion })
        device.advance(by: .seconds(10))
        device.ask { .quit(appA, $0) }
        device.advance(by: .seconds(30))
        #expect(device.machine.view(appA)?.launch.number == 2)
        #expect(device.news(appA).last == .left(region: "shop"))
    }

    @Test("The source of location is off for it, and the timer too while none is heard")
    func cost() throws {
        let device = device()
        monitor(device)
        #expect(device.machine.locationDemand == nil)
        let sources = { device.machine.timedWork(at: device.now).map(\.source) }
        #expect(!sources().contains(.room("Location")))
        // Nobody asks for that one.
        send(device, .heard(try #require(Beacon(uuid: "0" + Self.uuid.dropFirst()))))
        #expect(!sources().contains(.room("Location")))
        send(device, .heard(try beacon()))
        #expect(sources().contains(.room("Location")))
        device.ask(appA, location: .stopMonitoring(region: "shop"))
        #expect(!sources().contains(.room("Location")))
        #expect(device.machine.location.beacons.all.isEmpty)
    }

    @Test("More beacons than any place has don't grow the state")
    func bounded() throws {
        let device = device()
        monitor(device)
        for minor in 0...UInt16(Limits.heardBeacons) {
            send(device, .heard(try beacon(1, minor)))
        }
        #expect(device.machine.location.beacons.all.count == Limits.heardBeacons)
        #expect(device.news(appA) == [.entered(region: "shop")])
    }

    @Test("Whoever wants no entries hears of the exit alone")
    func exitAlone() throws {
        let device = device()
        monitor(device, entry: false)
        send(device, .heard(try beacon()))
        device.advance(by: .seconds(31))
        #expect(device.news(appA) == [.left(region: "shop")])
    }

    @Test("A UUID is the same in small letters")
    func smallLetters() throws {
        let device = device()
        monitor(device, uuid: Self.uuid.lowercased())
        send(device, .heard(try beacon()))
        #expect(device.news(appA) == [.entered(region: "shop")])
    }

    @Test("A UUID that is none is no region", arguments: ["", "shop", "E2C56DB5-DFFB-48D2-B060"])
    func noUUID(uuid: String) {
        let device = device()
        monitor(device, uuid: uuid)
        #expect(device.updates(appA).last == .failed(.regionUnavailable, region: "shop"))
        #expect(Beacon(uuid: uuid) == nil)
    }

    @Test(
        "A device that restarts and hears none of them launches the app once to say so",
        .behaviour("W6"))
    func restarted() throws {
        let device = device()
        monitor(device)
        send(device, .heard(try beacon()))
        device.home()
        device.restartDevice()
        #expect(device.state(appA) == .notRunning)
        device.advance(by: .seconds(29))
        #expect(device.news(appA) == [.entered(region: "shop")])
        device.advance(by: .seconds(60))
        #expect(device.news(appA) == [.entered(region: "shop"), .left(region: "shop")])
    }

    @Test("The words of a tool are read, and what they can't mean is said", .behaviour("D1"))
    func words() throws {
        for played in [PlayedBeacon(try beacon()), PlayedBeacon(try beacon(), isGone: true)] {
            #expect(try PlayedBeacon(words: played.words) == played)
        }
        for words in [
            ["beacon"], ["beacon", Self.uuid], ["beacon", "shop", "1", "2"],
            ["beacon", Self.uuid, "65536", "2"], ["beacon", Self.uuid, "1", "2", "here"],
        ] {
            #expect(throws: DeviceChange.Malformed.self) { try PlayedBeacon(words: words) }
        }
    }
}
