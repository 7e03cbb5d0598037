import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct WalkTests {
    /// A kilometre to the north and back again, at 2 m/s, from 400 m above the sea.
    private static func track() throws -> GPXTrack {
        let point = { (latitude: Double, time: String) in
            "<trkpt lat=\"\(latitude)\" lon=\"8\"><ele>400</ele><time>2026-03-02T\(time)Z</time></trkpt>"
        }
        let north = Runner.home.latitude + 1_000 / 111_195.1
        let file = """
            <gpx version="1.1" creator="test"><trk><trkseg>
            \(point(Runner.home.latitude, "08:00:00"))
            \(point(north, "08:08:20"))
            \(point(Runner.home.latitude, "08:16:40"))
            </trkseg></trk></gpx>
            """
        return try GPXTrack(Array(file.utf8), path: "run.gpx")
    }

    private func launched(_ manifest: AppManifest) async throws -> VirtualDevice {
        let device = try VirtualDevice.current
        Runner.clear()
        try await device.launch(Runner.self, as: manifest)
        try await device.allow(.location)
        return device
    }

    @Test("An app in front is told of each place of a track at its time", .behaviour("G2"))
    func inFront() async throws {
        let device = try await launched(.underTest())
        let began = device.date
        try await device.move(along: Self.track(), each: .seconds(10))
        #expect(Runner.places.count == 101)
        let turn = Runner.places[50]
        #expect(abs(turn.coordinate.latitude - Runner.home.latitude - 0.0089932) < 1e-6)
        #expect(turn.altitude == 400 && turn.horizontalAccuracy == 5)
        #expect(abs(turn.timestamp.timeIntervalSince(began) - 500) < 1)
        #expect(abs(device.date.timeIntervalSince(began) - 1_000) < 1)
    }

    @Test("At twenty times the speed it takes a twentieth of the time", .behaviour("G2"))
    func faster() async throws {
        let device = try await launched(.underTest())
        let began = device.date
        try await device.move(along: Self.track(), speed: 20)
        #expect(Runner.places.count == 51)
        #expect(abs(device.date.timeIntervalSince(began) - 50) < 1)
    }

    @Test(
        "Out of sight with the mode it is woken for each, and told of the region that it leaves and enters",
        .behaviour("G3", "G4"))
    func outOfSight() async throws {
        let device = try await launched(.underTest(modes: [.location]))
        try await device.pressHome()
        try await device.advance(by: .seconds(30))
        #expect(device.app.state == .suspended)
        try await device.move(along: Self.track(), each: .seconds(20))
        #expect(Runner.places.count == 51)
        #expect(Runner.crossings == ["left home", "entered home"])
        try await device.advance(by: .seconds(30))
        #expect(device.app.state == .suspended && device.app.launches == 1)
    }

    @Test("Without the mode it hears of the region alone", .behaviour("G2", "G4"))
    func withoutMode() async throws {
        let device = try await launched(.underTest())
        try await device.pressHome()
        try await device.advance(by: .seconds(30))
        let before = Runner.places.count
        try await device.move(along: Self.track(), each: .seconds(20))
        #expect(Runner.crossings == ["left home", "entered home"])
        // It hears of places while it is awake for those.
        #expect(Runner.places.count - before < 4)
    }

    @Test("The device is where a test says, until it says otherwise", .behaviour("G2"))
    func place() async throws {
        let device = try await launched(.underTest())
        try await device.move(to: CLLocation(latitude: 47.1, longitude: 8))
        try await device.advance(by: .seconds(10))
        #expect(Runner.places.map(\.coordinate.latitude) == [47.1])
        #expect(Runner.places[0].verticalAccuracy < 0)
    }

    @Test("A walk that no device believes in isn't gone")
    func tooFast() async throws {
        let device = try await launched(.underTest())
        for speed in [400, 0, -Double.infinity, Double.nan] {
            let error = await #expect(throws: VirtualDeviceError.self) {
                try await device.move(along: Self.track(), speed: speed)
            }
            guard case .invalidWalk = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(Runner.places.isEmpty)
    }
}

/// Writes down where it was, and when it left home and came back.
@MainActor
private final class Runner: UIResponder, UIApplicationDelegate,
    CLLocationManagerDelegate
{
    static let home = CLLocationCoordinate2D(latitude: 47.0502, longitude: 8)
    static var places: [CLLocation] = []
    static var crossings: [String] = []
    private let manager = CLLocationManager()

    static func clear() {
        places = []
        crossings = []
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        manager.delegate = self
        manager.requestAlwaysAuthorization()
        manager.startUpdatingLocation()
        manager.startMonitoring(
            for: CLCircularRegion(center: Self.home, radius: 200, identifier: "home"))
        return true
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        Self.places += locations
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        Self.crossings.append("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        Self.crossings.append("left \(region.identifier)")
    }
}
