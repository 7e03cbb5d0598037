/// The identity that one connection of a provider has shown: a token that changes too often, or one
/// of another key, isn't taken.
public struct ProviderSession: Sendable {
    private var text: String?
    private var token: ProviderToken?
    private var since: Moment?

    public init() {}

    /// The token of the latest push again, nil if `text` is another and must be checked first.
    public func known(_ text: String) -> ProviderToken? { text == self.text ? token : nil }

    /// Takes `token`, which `text` says and whose signature was checked. Throws if the connection
    /// may not come with it now.
    public mutating func present(
        _ token: ProviderToken, _ text: String, at now: Moment
    ) throws(Reason) {
        try token.check(at: now)
        guard text != self.text else { return }
        if let before = self.token {
            guard before.keyID == token.keyID else { throw .unrelatedKeyID }
            // Pushes under way together may still come with the one before; that is no update.
            guard token.issued >= before.issued else { return }
            if token.issued != before.issued, let since,
                now - since < Limits.providerTokenUpdate, (try? before.check(at: now)) != nil
            {
                throw .tooManyProviderTokenUpdates
            }
        }
        (self.token, self.text, since) = (token, text, now)
    }
}
