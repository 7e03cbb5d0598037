// The views of motion for `why`, tools and the shell.
extension Motion {
    /// The requests of an app.
    func pending(
        of app: AppID, at _: Moment?, _: borrowing Surroundings
    ) -> [Pending] {
        guard let listener = listeners.first(where: { $0.app == app }) else { return [] }
        let wishes = listed(listener.wishes.map(\.words))
        return listener.isFed
            ? [Pending(.motion, "It gets samples of \(wishes)", .h2)]
            : [
                Pending(
                    .motion, "It asked for \(wishes), and gets samples once it executes again", .s13
                )
            ]
    }
}

extension SystemMachine {
    /// The apps that get samples now, in the order in which they first asked.
    public var motionFeeds: [MotionFeed] {
        guard !motion.listeners.isEmpty else { return [] }
        return motion.listeners.filter(\.isFed).map {
            MotionFeed(app: $0.app, launch: $0.launch, wishes: $0.wishes)
        }
    }

    /// An app that has asked for a sensor.
    public struct MotionView: Sendable, Hashable {
        public var app: AppID
        public var launch: Launch
        public var state: AppState
        public var wish: MotionWish
        /// It gets the samples.
        public var isFed: Bool
    }

    /// The apps that have asked for sensors, and each sensor, in the order in which the apps first
    /// asked.
    public var motionViews: [MotionView] {
        motion.listeners.flatMap { listener in
            listener.wishes.map {
                MotionView(
                    app: listener.app, launch: listener.launch,
                    state: around.state(of: listener.app) ?? .notRunning, wish: $0,
                    isFed: listener.isFed)
            }
        }
    }
}
