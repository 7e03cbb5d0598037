/// Where the device is, or why that isn't known: an element of `liveUpdates(_:)` (G2).
public struct CLLocationUpdate: Sendable {
    /// nil: it isn't known.
    public let location: CLLocation?
    /// The source says that the device stands still.
    public var stationary: Bool { location?.speed == 0 }
    /// The name of `stationary` before iOS 18.
    public var isStationary: Bool { stationary }
    /// The user doesn't let the app know (U4, G5).
    public let authorizationDenied: Bool
    /// No source says where the device is; it goes on trying.
    public let locationUnavailable: Bool

    init(
        location: CLLocation? = nil, authorizationDenied: Bool = false,
        locationUnavailable: Bool = false
    ) {
        self.location = location
        self.authorizationDenied = authorizationDenied
        self.locationUnavailable = locationUnavailable
    }

    /// The user's activity while the app follows them; see `CLActivityType`.
    public enum LiveConfiguration: Int, Sendable {
        /// Nothing that is known.
        case `default` = 0
        /// In a vehicle on roads.
        case automotiveNavigation = 1
        /// In a boat or a train, for example.
        case otherNavigation = 2
        /// On foot.
        case fitness = 3
        /// In the air.
        case airborne = 4
    }

    /// Where the device is, from now on (G2), until the loop over it is left or its task is
    /// cancelled. From any thread, once `UIApplicationMain` was called. One that is slow gets the
    /// newest next, and not those between.
    ///
    /// ```swift
    /// for try await update in CLLocationUpdate.liveUpdates() {
    ///     guard let location = update.location else { continue }
    ///     …
    /// }
    /// ```
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(configuration) { UIApplication.shared.room() }
    }

    /// See `liveUpdates(_:)`. Each loop over it has updates of its own.
    public struct Updates: AsyncSequence, Sendable {
        /// Where the device is.
        public typealias Element = CLLocationUpdate
        /// CoreLocation's; nothing is thrown so far.
        public typealias Failure = any Error

        private let configuration: LiveConfiguration
        private let services: @MainActor @Sendable () -> LocationServices

        init(
            _ configuration: LiveConfiguration,
            _ services: @escaping @MainActor @Sendable () -> LocationServices
        ) {
            self.configuration = configuration
            self.services = services
        }

        /// Starts updates, which end when it is released.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(LiveUpdates.start(configuration, services).makeAsyncIterator())
        }

        /// See `liveUpdates(_:)`.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Where the device is.
            public typealias Element = CLLocationUpdate
            /// CoreLocation's; nothing is thrown so far.
            public typealias Failure = any Error

            private var updates: AsyncStream<CLLocationUpdate>.AsyncIterator

            init(_ updates: AsyncStream<CLLocationUpdate>.AsyncIterator) { self.updates = updates }

            /// Waits for the next; nil: its task was cancelled.
            public mutating func next() async throws -> CLLocationUpdate? {
                try await next(isolation: nil)
            }

            /// Likewise, without leaving the actor.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> CLLocationUpdate? {
                await updates.next(isolation: actor)
            }
        }
    }
}
