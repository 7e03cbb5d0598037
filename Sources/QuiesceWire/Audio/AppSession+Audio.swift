import QuiesceVocabulary

extension AppSession {
    /// How its sound goes with that of others (A1–A5).
    package mutating func ask(_ request: AudioRequest) {
        self.request { .audio(request: $0, request) }
    }
}
