import GatewayRules
import Logging
import Synchronization

/// The providers that may send pushes, as the home folder has them now: read again once the folder
/// changed, looked at once a second at most, and only when asked.
final class ProviderDirectory: Sendable {
    private struct State {
        var providers: Providers
        var version: UInt64
        var looked: Moment
        /// Tokens whose signature was checked.
        var tokens: [String: ProviderToken] = [:]
    }

    private static let lookEvery = Span.seconds(1)
    private let home: Home
    private let logger: Logger
    private let state: Mutex<State>

    init(home: Home, at now: Moment, logger: Logger) throws {
        self.home = home
        self.logger = logger
        let version = home.providersVersion()
        state = Mutex(State(providers: try home.providers(), version: version, looked: now))
    }

    /// The provider with this id, if there is one, revoked or not.
    func provider(_ id: KeyID, at now: Moment) -> Provider? {
        state.withLock { state in
            refresh(&state, at: now)
            return state.providers[id]
        }
    }

    /// The token that `text` says, whose signature is good.
    func token(_ text: String, at now: Moment) throws(Reason) -> ProviderToken {
        let (known, providers) = state.withLock { state in
            refresh(&state, at: now)
            return (state.tokens[text], state.providers)
        }
        if let known { return known }
        // Outside the lock: it takes a while.
        let token = try ProviderToken(text, of: providers)
        state.withLock { state in
            if state.tokens.count >= Limits.providerTokensRemembered { state.tokens = [:] }
            if state.providers == providers { state.tokens[text] = token }
        }
        return token
    }

    private func refresh(_ state: inout State, at now: Moment) {
        let passed = now - state.looked
        // The clock may have been set back.
        guard passed >= Self.lookEvery || passed < .seconds(0) else { return }
        state.looked = now
        let version = home.providersVersion()
        guard version != state.version else { return }
        do {
            state.providers = try home.providers()
            state.version = version
            state.tokens = [:]
            logger.notice("provider keys reloaded")
        } catch { logger.error("provider keys could not be reloaded: \(error)") }
    }
}
