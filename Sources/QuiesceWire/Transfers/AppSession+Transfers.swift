import QuiesceVocabulary

extension AppSession {
    /// Background transfers (X1).
    package mutating func demand(_ demand: TransferDemand) {
        request { .transfer(request: $0, demand) }
    }
}
