import QuiesceVocabulary

extension AppSession {
    /// Opens another app. A new connection asks for it once more, unless the daemon has
    /// acknowledged it.
    ///
    /// - Returns: the request's number, which the answer names.
    package mutating func ask(_ request: LinkRequest) -> UInt64 {
        self.request { .link(request: $0, request) }
        return lastRequest
    }
}
