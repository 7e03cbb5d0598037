import ExampleSupport
import Foundation

// Writes down where a run goes, in front or not: with the mode `location` it is woken for each
// place (G3), and launched for one when it has ended (G6). Home is where the run began; it is told
// when the runner leaves it and comes back (G4).
#if os(iOS)
    import CoreLocation
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Runner: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let options = Options(
        usage: "Runner [--each METRES] [--radius METRES]", values: ["--each", "--radius"],
        arguments: lastArguments())
    private lazy var manager = CLLocationManager()
    private lazy var radius = options.number("--radius", atLeast: 1) ?? 100
    private let map = MapScreen()
    private let track = Track()
    private let state = StateFile()
    private var run = Run.kept() {
        didSet { show() }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        map.places = track.kept()
        map.radius = radius
        window.rootViewController = map
        window.makeKeyAndVisible()
        self.window = window
        show()
        if launchOptions?[.location] != nil { print("launched for a place") }
        manager.delegate = self
        manager.distanceFilter = options.number("--each", atLeast: 0) ?? 10
        manager.requestAlwaysAuthorization()
        manager.startUpdatingLocation()
        return true
    }

    private func show() {
        map.run = run
        state.save(run)
    }
}

extension Runner: CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations where location.horizontalAccuracy >= 0 { take(location) }
    }

    private func take(_ location: CLLocation) {
        let place = Run.Place(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
        var run = run
        if let last = run.last {
            run.metres += location.distance(
                from: CLLocation(latitude: last.latitude, longitude: last.longitude))
        } else {
            run.home = place
            manager.startMonitoring(
                for: CLCircularRegion(
                    center: location.coordinate, radius: radius, identifier: "home"))
        }
        run.last = place
        run.places += 1
        map.places.append(place)
        self.run = run
        track.write(place, at: location.timestamp)
        print("\(run.places): \(run.line)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        run.isAway = true
        print("left \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        run.isAway = false
        print("at \(region.identifier) again")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        let isDenied = (error as? CLError)?.code == .denied
        print(isDenied ? "it may not know where it is" : "nobody knows where it is yet")
    }
}
