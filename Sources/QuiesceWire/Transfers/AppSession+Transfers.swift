import QuiesceVocabulary

extension AppSession {
    /// Background transfers (X1).
    package mutating func ask(_ request: BackgroundSessionRequest) {
        self.request { .transfer(request: $0, request) }
    }
}
