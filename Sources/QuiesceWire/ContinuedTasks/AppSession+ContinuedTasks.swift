import QuiesceVocabulary

extension AppSession {
    /// Asks something of its continued tasks (F10).
    ///
    /// - Returns: the request's number, which names a task that it submits.
    @discardableResult
    package mutating func ask(_ request: ContinuedRequest) -> UInt64 {
        self.request { .continued(request: $0, request) }
        return lastRequest
    }
}
