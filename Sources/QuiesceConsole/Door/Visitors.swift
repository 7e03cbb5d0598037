import Foundation
import Synchronization

/// The links that let a browser in, each once, and the browsers that have come in.
///
/// A browser that has come in has a cookie, and its pages a key. Both are needed: browsers give the
/// cookie to every server on any port of this host, and the key to this one alone.
package final class Visitors: Sendable {
    package struct Session: Sendable, Hashable {
        package let cookie: String
        package let key: String
    }

    private struct State {
        var links: [String] = []
        var sessions: [Session] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// A link's token, good for one browser.
    package func newLink() -> String {
        let link = Self.secret()
        state.withLock { state in
            state.links.append(link)
            if state.links.count > ConsoleLimits.links { state.links.removeFirst() }
        }
        return link
    }

    /// - Returns: nil if the link was used before, or never was one.
    package func enter(by link: String) -> Session? {
        state.withLock { state in
            guard let found = state.links.firstIndex(where: { Self.isSame($0, link) }) else {
                return nil
            }
            state.links.remove(at: found)
            let session = Session(cookie: Self.secret(), key: Self.secret())
            state.sessions.append(session)
            if state.sessions.count > ConsoleLimits.sessions { state.sessions.removeFirst() }
            return session
        }
    }

    package func isKnown(cookie: String) -> Bool {
        state.withLock { $0.sessions.contains { Self.isSame($0.cookie, cookie) } }
    }

    package func isKnown(cookie: String, key: String) -> Bool {
        state.withLock {
            $0.sessions.contains { Self.isSame($0.cookie, cookie) && Self.isSame($0.key, key) }
        }
    }

    /// 256 random bits of the kernel's, as they are written in a URL.
    static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Takes as long for a wrong secret whose beginning is right.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
