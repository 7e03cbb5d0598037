import ExampleSupport
import Foundation

// Says how far it is to Cupertino, and which way: it is content with three kilometres, told each
// mile, and with the mode `location` also out of sight (G2, G3). It sounds another way when that is
// another way to turn (A4). There it stops.
#if os(iOS)
    import AudioToolbox
    import CoreLocation
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Cupertino: UIResponder, UIApplicationDelegate {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var distance: String?
        var direction: String?
    }

    private static let cupertino = CLLocation(latitude: 37.3229978, longitude: -122.0321823)
    private static let metresPerMile = 1_609.344
    /// Miles from which on the traveller has arrived.
    private static let there = 3

    var window: UIWindow?
    private lazy var manager = CLLocationManager()
    private let signpost = SignpostScreen()
    private let state = StateFile()
    private var sounds: [Direction: SystemSoundID] = [:]
    private var recent: CLLocation?
    private var screen = Screen() {
        didSet {
            signpost.show(screen.distance, screen.direction.flatMap(Direction.init))
            state.save(screen)
        }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = signpost
        window.makeKeyAndVisible()
        self.window = window
        screen.distance = "Finding out where you are"
        loadSounds()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyThreeKilometers
        manager.distanceFilter = Self.metresPerMile
        manager.requestAlwaysAuthorization()
        manager.startUpdatingLocation()
        if CLLocationManager.headingAvailable() { startHeading() }
        return true
    }

    private func loadSounds() {
        for direction in Direction.allCases {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(direction).wav")
            var sound = SystemSoundID()
            do {
                try Tones.wave(direction.notes, seconds: 0.3).write(to: file)
            } catch {
                print("no sound: \(error.localizedDescription)")
                continue
            }
            let status = AudioServicesCreateSystemSoundID(file.soundURL, &sound)
            if status == kAudioServicesNoError { sounds[direction] = sound }
        }
    }

    private func startHeading() {
        manager.headingFilter = 15
        manager.startUpdatingHeading()
    }

    private func say(distance: String) {
        screen.distance = distance
        print(distance)
    }
}

extension Cupertino: CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let place = locations.last, place.horizontalAccuracy >= 0 else { return }
        recent = place
        let miles = Int((Self.cupertino.distance(from: place) / Self.metresPerMile).rounded())
        guard miles < Self.there else { return say(distance: "\(miles) miles to Cupertino") }
        manager.stopUpdatingLocation()
        manager.stopUpdatingHeading()
        say(distance: "You are in Cupertino")
    }

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        guard let recent, newHeading.headingAccuracy >= 0 else {
            screen.direction = nil
            return
        }
        let turn = recent.coordinate.course(to: Self.cupertino.coordinate) - newHeading.trueHeading
        let direction = Direction(turn: turn)
        guard screen.direction != direction.rawValue else { return }
        screen.direction = direction.rawValue
        print("go \(direction)")
        if let sound = sounds[direction] { AudioServicesPlaySystemSound(sound) }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        if (error as? CLError)?.code == .denied { manager.stopUpdatingLocation() }
        say(distance: "Nobody knows where you are")
    }
}

extension URL {
    #if os(iOS)
        fileprivate var soundURL: CFURL { self as CFURL }
    #else
        fileprivate var soundURL: URL { self }
    #endif
}

extension CLLocationCoordinate2D {
    /// Degrees clockwise from north at which the way to a place begins.
    fileprivate func course(to other: CLLocationCoordinate2D) -> Double {
        let radians = Double.pi / 180
        let (from, to) = (latitude * radians, other.latitude * radians)
        let east = (other.longitude - longitude) * radians
        return atan2(
            sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east)) / radians
    }
}
