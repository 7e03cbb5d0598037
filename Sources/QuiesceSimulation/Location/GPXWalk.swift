import QuiesceCore

/// A track as a receiver tells of it: a place each second, and its last point at the very end.
public struct GPXWalk: Sendable, Hashable {
    /// Where the device is, and how long after the beginning.
    public struct Place: Sendable, Hashable {
        public var time: Interval
        public var point: GPXTrack.Point
    }

    public let track: GPXTrack
    /// So many times as fast as the file says.
    public let speed: Double
    /// Between one place and the next.
    public let pause: Interval
    /// How long the walk takes.
    public let duration: Interval
    /// Places, at least one.
    public let count: Int

    /// - Parameters are above 0.
    init(_ track: GPXTrack, speed: Double, pause: Interval) {
        self.track = track
        self.speed = speed
        self.pause = pause
        let nanoseconds = (Double(track.duration.nanoseconds) / speed).rounded()
        duration = Interval(nanoseconds: Int64(min(nanoseconds, Self.longest)))
        let whole = duration.nanoseconds / pause.nanoseconds
        count = Int(whole) + (duration.nanoseconds % pause.nanoseconds > 0 ? 2 : 1)
    }

    /// Nanoseconds: two hundred years, which the device's clocks still hold.
    private static let longest = 200.0 * 366 * 86_400 * 1e9

    /// - Parameter index: from 0 up to `count`, which is not a place any more.
    public subscript(index: Int) -> Place {
        guard index < count - 1 else {
            return Place(time: duration, point: track.point(at: track.duration))
        }
        let time = Interval(nanoseconds: Int64(index) * pause.nanoseconds)
        let walked = Interval(nanoseconds: Int64(Double(time.nanoseconds) * speed))
        return Place(time: time, point: track.point(at: walked))
    }

    public var places: some Sequence<Place> { (0..<count).lazy.map { self[$0] } }

    /// Metres a second between those two places that are the farthest apart in their time.
    ///
    /// A device doesn't believe in more than `Limits.fastestMove`.
    public var fastest: Double {
        var fastest = 0.0
        var last: Place?
        for place in places {
            if let last {
                let seconds = (place.time - last.time).inSeconds
                fastest = max(fastest, last.point.distance(to: place.point) / seconds)
            }
            last = place
        }
        return fastest
    }

    /// nil: a device believes in it.
    public var problem: GPXProblem? {
        let fastest = fastest
        guard fastest > Limits.fastestMove else { return nil }
        return GPXProblem(
            description:
                "the walk goes \(Int(min(fastest, 1e9).rounded())) m/s, and nothing is believed to be faster than \(Int(Limits.fastestMove)) m/s; let it be slower"
        )
    }
}

extension GPXTrack {
    /// How a receiver tells of it.
    ///
    /// - Parameters:
    ///   - speed: so many times as fast as the file says; above 0.
    ///   - pause: between one place and the next; above 0.
    public func walk(speed: Double = 1, each pause: Interval = .seconds(1)) -> GPXWalk {
        GPXWalk(self, speed: speed, pause: pause)
    }
}

extension GPXTrack.Point {
    /// In the device's units; of what isn't on the earth, the nearest that is.
    public var position: Position {
        let latitude = min(max(latitude, -90), 90)
        let longitude = min(max(longitude, -180), 180)
        return Position(latitude: latitude, longitude: longitude) ?? .origin
    }
}
