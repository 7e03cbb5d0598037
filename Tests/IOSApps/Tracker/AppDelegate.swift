import CoreLocation
import UIKit

// A tracker as one is written for iOS today, in Swift 5 mode: it is launched for the places that
// its owner comes to and leaves, and keeps a log of them. It says what is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private var tracker: Tracker?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let isForLocation = launchOptions?[.location] != nil
        say("launched \(isForLocation ? "for a place" : "by the user")")
        // Without a manager and its delegate the place isn't told.
        tracker = Tracker()
        if !isForLocation { tracker?.begin() }
        return true
    }
}
