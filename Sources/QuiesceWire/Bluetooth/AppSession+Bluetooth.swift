import QuiesceVocabulary

extension AppSession {
    /// Asks for a Bluetooth operation (B1–B3).
    package mutating func ask(_ request: BluetoothRequest) {
        self.request { .bluetooth(request: $0, request) }
    }
}
