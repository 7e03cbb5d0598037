import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("Whether an app may know where it is", .behaviour("G5", "U4")) @MainActor
struct LocationAuthorizationTests {
    private let bench = LocationBench()
    private let listener = LocationListener()

    @Test("A new delegate is told what the user has said, soon after it was set, and only it")
    func first() async {
        let manager = CLLocationManager(bench.services)
        let before = LocationListener()
        manager.delegate = before
        manager.delegate = listener
        manager.delegate = listener
        #expect(listener.take() == [])
        await bench.settled()
        #expect(listener.take() == ["notDetermined"] && before.take() == [])
    }

    @Test(
        "The user's word is told when it changes",
        arguments: [
            ("authorized", CLAuthorizationStatus.authorizedAlways),
            ("authorizedWhenInUse", .authorizedWhenInUse), ("denied", .denied),
        ])
    func changes(word: String, status: CLAuthorizationStatus) async throws {
        let manager = CLLocationManager(bench.services)
        manager.delegate = listener
        await bench.settled()
        _ = listener.take()
        bench.permit(word)
        bench.permit(word)
        #expect(listener.take() == ["\(status)"])
        #expect(manager.authorizationStatus == status)
        #expect(manager.accuracyAuthorization == .fullAccuracy)
        // The next daemon says the same, and then something else.
        bench.link.disconnected()
        bench.connect(permission: word)
        #expect(listener.take() == [])
        bench.link.disconnected()
        bench.connect()
        #expect(listener.take() == ["notDetermined"])
    }

    @Test("The user is asked where they haven't said, and once more for always")
    func asks() {
        let manager = CLLocationManager(bench.services)
        manager.requestWhenInUseAuthorization()
        #expect(bench.asked() == [.authorize(always: false)])
        bench.permit("authorizedWhenInUse")
        manager.requestWhenInUseAuthorization()
        #expect(bench.asked() == [])
        manager.requestAlwaysAuthorization()
        #expect(bench.asked() == [.authorize(always: true)])
        for word in ["authorized", "denied"] {
            bench.permit(word)
            manager.requestWhenInUseAuthorization()
            manager.requestAlwaysAuthorization()
        }
        #expect(bench.asked() == [])
    }

    @Test("An app that may not know doesn't find out where it was")
    func forgets() throws {
        let manager = CLLocationManager(bench.services)
        bench.permit("authorized")
        manager.startUpdatingLocation()
        try bench.fix(48, for: manager.number)
        #expect(manager.location != nil)
        bench.permit("denied")
        #expect(manager.location == nil)
    }
}
