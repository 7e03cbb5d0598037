import CoreBluetooth
import UIKit
import UserNotifications

// The app of a thermometer as one is written for iOS today, in Swift 5 mode: it writes down what
// its sensor says, behind other apps and after its end, and warns of what is too warm. It says what
// is called.

func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private var sensor: Sensor?
    private let log = TemperatureLog()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let centrals = launchOptions?[.bluetoothCentrals] as? [String] ?? []
        say("launched \(centrals.isEmpty ? "by the user" : "for \(centrals[0])")")
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { _, _ in
        }
        let sensor = Sensor()
        sensor.onReading = { [weak self] in self?.take($0) }
        self.sensor = sensor
        return true
    }

    private func take(_ degrees: Double) {
        log.append(degrees)
        say("logged \(log.count): \(degrees)")
        guard degrees > 8 else { return }
        let content = UNMutableNotificationContent()
        content.title = "Too warm"
        content.body = "The fridge has \(degrees) degrees"
        content.sound = .default
        // One of this name takes the place of the last.
        UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "warm", content: content, trigger: nil)
        ) { error in
            if let error = error { say("not told: \(error.localizedDescription)") }
        }
    }
}
