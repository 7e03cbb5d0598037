/// All devices of a gateway lose their lines at once, and connect again as the push agent does: after a random
/// wait of at most a second, then of at most twice as long each time. How long that takes, and what it
/// asks of the gateway, device by device in steps of 10 ms.
public struct ReconnectStorm: Sendable {
    public var devices = 100_000
    /// Until the gateway, or another in its place, takes connections again. Meanwhile it refuses them at once,
    /// which is when devices come most often.
    public var outageMilliseconds = 10_000
    /// TLS handshakes that the gateway does in a second.
    public var handshakesPerSecond = 1_000
    /// Connections that wait to be taken, beyond which the kernel takes no more: an attempt fails by its
    /// timeout then.
    public var backlog = 1_024
    /// As the agent's `Limits.reconnectMilliseconds`, `reconnectMillisecondsMost` and `connectSeconds`.
    public var firstWaitMilliseconds = 1_000
    public var longestWaitMilliseconds = 300_000
    public var timeoutMilliseconds = 30_000
    /// Each waits as long as it may, not for a random part of that: what it would be like without.
    public var isInStep = false
    public var seed: UInt64 = 1

    public init() {}

    public struct Course: Sendable, Hashable, Codable {
        public var attempts = 0
        /// Those that the gateway never saw, as too many waited.
        public var timedOut = 0
        /// The most within one second after the gateway was back.
        public var peakAttemptsPerSecond = 0
        /// Seconds after that until so many of 100 devices are connected.
        public var half = 0.0
        public var nearlyAll = 0.0
        public var all = 0.0
        /// How long the gateway was the only thing that they waited for: handshakes alone.
        public var handshakesAlone = 0.0
    }

    private static let tick = 10

    public func run() -> Course {
        var random = SeededGenerator(seed: seed)
        var course = Course()
        course.handshakesAlone = Double(devices) / Double(handshakesPerSecond)
        // Who tries at a tick: how often it has failed before.
        let horizon = (longestWaitMilliseconds + timeoutMilliseconds) / Self.tick + 2
        var attempts = [[UInt8]](repeating: [], count: horizon)
        func plan(_ failures: UInt8, after milliseconds: Int, at tick: Int) {
            let most = min(
                firstWaitMilliseconds << min(Int(failures), 20), longestWaitMilliseconds)
            let wait = isInStep ? most : 1 + random.below(most)
            attempts[(tick + max(1, (milliseconds + wait) / Self.tick)) % horizon].append(failures)
        }
        for _ in 0..<devices { plan(0, after: 0, at: 0) }
        var (tick, waiting, connected, credit) = (0, 0, 0, 0.0)
        var second = 0
        let back = outageMilliseconds / Self.tick
        while connected < devices {
            tick += 1
            let now = attempts[tick % horizon]
            attempts[tick % horizon].removeAll(keepingCapacity: true)
            course.attempts += now.count
            guard tick >= back else {
                for failures in now { plan(failures &+ 1, after: 0, at: tick) }
                continue
            }
            if (tick - back) % (1_000 / Self.tick) == 0 { second = 0 }
            second += now.count
            course.peakAttemptsPerSecond = max(course.peakAttemptsPerSecond, second)
            for failures in now {
                if waiting < backlog {
                    waiting += 1
                } else {
                    course.timedOut += 1
                    plan(failures &+ 1, after: timeoutMilliseconds, at: tick)
                }
            }
            credit += Double(handshakesPerSecond * Self.tick) / 1_000
            let done = min(waiting, Int(credit))
            credit = done == waiting ? 0 : credit - Double(done)
            waiting -= done
            let before = connected
            connected += done
            let seconds = Double((tick - back) * Self.tick) / 1_000
            func reached(_ percent: Int) -> Bool {
                before * 100 < devices * percent && connected * 100 >= devices * percent
            }
            if reached(50) { course.half = seconds }
            if reached(99) { course.nearlyAll = seconds }
            if reached(100) { course.all = seconds }
        }
        return course
    }
}
