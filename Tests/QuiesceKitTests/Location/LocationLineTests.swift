import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// From the line to an app's managers, through its application object.
@Suite("Location over an app's line") @MainActor struct LocationLineTests {
    @Test("The class tells what the device can, as the app was told", .behaviour("G1", "G2", "G4"))
    func abilities() {
        Stage.play { stage in
            #expect(!CLLocationManager.locationServicesEnabled())
            #expect(!CLLocationManager.headingAvailable())
            hear(stage, .abilities(LocationAbilities(location: true, heading: true)))
            #expect(CLLocationManager.locationServicesEnabled())
            #expect(CLLocationManager.headingAvailable())
            #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
            #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
            #expect(!CLLocationManager.isRangingAvailable())
            #expect(!CLLocationManager.deferredLocationUpdatesAvailable())
        }
    }

    @Test("The user's word and the fixes reach the app's manager", .behaviour("G2", "G5"))
    func manager() throws {
        try Stage.play { stage in
            let manager = CLLocationManager()
            let listener = LocationListener()
            manager.delegate = listener
            manager.startUpdatingLocation()
            stage.application.perform(.permission("location", state: "authorizedWhenInUse"))
            #expect(CLLocationManager.authorizationStatus() == .authorizedWhenInUse)
            hear(stage, .fix(try LocationBench.fix(48), managers: [manager.number]))
            #expect(listener.take() == ["authorizedWhenInUse", "at 48.0"])
        }
    }

    private func hear(_ stage: Stage, _ update: LocationUpdate) {
        _ = Conversation(of: stage.application).take(.location(update))
    }
}
