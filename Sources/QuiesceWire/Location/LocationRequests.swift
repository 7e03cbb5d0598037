import QuiesceVocabulary

/// The last requests of an app's managers for location, of those that end with the launch. They
/// belong to the app and not to a connection, so that the app can ask the next daemon for them.
/// Significant changes and regions last over launches: a daemon that has lost its journal still has
/// those, and nothing is asked twice of them.
package struct LocationRequests: Sendable, Hashable {
    private var wishes: [UInt64: LocationWish] = [:]
    private var headings: [UInt64: Double] = [:]

    package init() {}

    /// Those that follow the place, in order.
    package var managers: [UInt64] { wishes.keys.sorted() }

    /// - Returns: nil: this manager wants no standard updates.
    package func wish(of manager: UInt64) -> LocationWish? { wishes[manager] }

    /// - Returns: degrees; nil: this manager wants no heading.
    package func heading(of manager: UInt64) -> Double? { headings[manager] }

    /// The app asks for something.
    package mutating func note(_ request: LocationRequest) {
        switch request {
        case .start(let manager, let wish, _): wishes[manager] = wish
        case .stop(let manager): wishes[manager] = nil
        case .startHeading(let manager, let filter): headings[manager] = filter
        case .stopHeading(let manager): headings[manager] = nil
        case .startSignificant, .stopSignificant, .monitor, .stopMonitoring, .requestState,
            .authorize:
            return
        }
    }

    /// The requests that ask for all of it, in the order of the managers.
    package var requests: [LocationRequest] {
        wishes.sorted { $0.key < $1.key }
            .map { .start(manager: $0.key, wish: $0.value, again: true) }
            + headings.sorted { $0.key < $1.key }.map {
                .startHeading(manager: $0.key, filter: $0.value)
            }
    }
}
