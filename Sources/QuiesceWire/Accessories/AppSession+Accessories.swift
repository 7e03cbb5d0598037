import QuiesceVocabulary

extension AppSession {
    /// A session with an accessory, or the end of one (E2).
    package mutating func ask(_ request: AccessoryRequest) {
        self.request { .accessory(request: $0, request) }
    }
}
