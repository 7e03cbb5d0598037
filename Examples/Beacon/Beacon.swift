import ExampleSupport
import Foundation

// Says how full its battery is to whoever asks, in front or not: with the mode
// `bluetooth-peripheral` it is woken for each request (B2), and launched for one when it has ended
// (B3).
#if os(iOS)
    import CoreBluetooth
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Beacon: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let service = CBUUID(string: "180F")
    private let level = CBUUID(string: "2A19")
    private let screen = BatteryScreen()
    private var peripheral: CBPeripheralManager?
    private var battery: CBMutableCharacteristic?
    private var percent: UInt8 = 100

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        if launchOptions?[.bluetoothPeripherals] != nil { print("launched for a request") }
        peripheral = CBPeripheralManager(
            delegate: self, queue: nil,
            options: [CBPeripheralManagerOptionRestoreIdentifierKey: "battery"])
        return true
    }

    private func show(_ line: String) {
        screen.show(line, percent: Int(percent))
        print(line)
    }
}

extension Beacon: CBPeripheralManagerDelegate {
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
    {
        let services =
            dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
        battery = services.first?.characteristics?.first as? CBMutableCharacteristic
        print("restored \(services.count) service")
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn, battery == nil else { return }
        let battery = CBMutableCharacteristic(
            type: level, properties: [.read, .write, .notify], value: nil,
            permissions: [.readable, .writeable])
        let service = CBMutableService(type: service, primary: true)
        service.characteristics = [battery]
        self.battery = battery
        peripheral.add(service)
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Beacon",
            CBAdvertisementDataServiceUUIDsKey: [service.uuid],
        ])
    }

    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) { show(error == nil ? "advertising" : "not advertising") }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
    {
        request.value = Data([percent])
        peripheral.respond(to: request, withResult: .success)
        show("said \(percent) %")
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {
        guard let request = requests.first, let battery, let value = request.value?.first else {
            return
        }
        percent = min(value, 100)
        peripheral.respond(to: request, withResult: .success)
        peripheral.updateValue(Data([percent]), for: battery, onSubscribedCentrals: nil)
        show("told \(percent) %")
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) { show("somebody listens") }
}
