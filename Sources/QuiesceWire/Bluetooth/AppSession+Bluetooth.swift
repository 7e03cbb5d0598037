import QuiesceVocabulary

extension AppSession {
    /// What it wants of Bluetooth (B1–B3).
    package mutating func ask(_ request: BluetoothRequest) {
        self.request { .bluetooth(request: $0, request) }
    }
}
