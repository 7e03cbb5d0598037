import QuiesceCore

// The facts of Bluetooth that must be the same, whether or not the daemon died on the way.

extension BluetoothFact: DurableFact {
    static let kind = DurableKind.bluetooth
    var fact: Fact { .bluetooth(self) }
    func words(_ names: DurableNames) -> String { app.name }
}
