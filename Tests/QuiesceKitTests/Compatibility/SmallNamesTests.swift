import Foundation
import Testing

@testable import QuiesceKit

/// Names that apps use in passing.
@MainActor @Suite struct SmallNamesTests {
    @Test("setValue and value of user defaults are set and object; nil removes")
    func defaults() throws {
        let suite = "quiesce-small-names-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.setValue(7, forKey: "days")
        #expect(defaults.integer(forKey: "days") == 7)
        #expect(defaults.value(forKey: "days") as? Int == 7)
        defaults.setValue(nil, forKey: "days")
        #expect(defaults.value(forKey: "days") == nil)
    }

    @Test("Who begins to hear of the orientation twice ends so twice")
    func orientation() {
        let device = UIDevice()
        #expect(!device.isGeneratingDeviceOrientationNotifications)
        device.beginGeneratingDeviceOrientationNotifications()
        device.beginGeneratingDeviceOrientationNotifications()
        device.endGeneratingDeviceOrientationNotifications()
        #expect(device.isGeneratingDeviceOrientationNotifications)
        device.endGeneratingDeviceOrientationNotifications()
        device.endGeneratingDeviceOrientationNotifications()
        #expect(!device.isGeneratingDeviceOrientationNotifications)
    }

    @Test("An activity's work is done between its begin and its end")
    func activity() {
        var isDone = false
        ProcessInfo.processInfo.performActivity(options: .background, reason: "save") {
            isDone = true
        }
        #expect(isDone)
    }
}
