import QuiesceCore
import QuiesceWire

// Bluetooth: what apps ask and the adapter says are events; the core says what is asked of the
// adapter, and who is told.
extension Device {
    /// The adapter does what the core has named after an event.
    func followBluetooth() { take(bluetooth.follow(inspect { $0.bluetoothDemand })) }

    /// The adapter says something. While a tool plays another one, nobody else is believed.
    package func bluetooth(_ event: BluetoothEvent) {
        if case .adapter(let state) = event { bluetooth.adapter = state }
        guard bluetooth.played == nil else { return }
        take(.bluetooth(event))
    }

    /// A tool plays a peripheral or a central, until it gives that back to the adapter.
    package func play(_ played: PlayedBluetooth) { take(bluetooth.play(played)) }

    /// The radio that a tool plays; nil: none does.
    package var playedRadio: PlayedRadio? { bluetooth.played }

    func carryOut(_ effect: BluetoothEffect) {
        switch effect {
        case .tell(let app, let launch, let update):
            world.apps.send(ProcessKey(app: app, launch: launch), .bluetooth(update))
        case .perform(let command): take(bluetooth.perform(command))
        }
    }

    private func take(_ events: [BluetoothEvent]) {
        for event in events { take(.bluetooth(event)) }
    }

    /// A beacon is heard by its advertisement (G4).
    package func heard(_ beacon: Beacon) { take(.location(.heard(beacon))) }
}
