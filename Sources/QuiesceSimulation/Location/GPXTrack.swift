import Foundation
import QuiesceVocabulary

/// A walk that a GPX file describes (GPX 1.0 and 1.1): where somebody was, and when.
///
/// Its points are those of its tracks, of all segments in order; where there is no track, those of
/// its routes; where there is none either, its waypoints, as Xcode writes walks. Without times it
/// is walked at a constant pace.
public struct GPXTrack: Sendable, Hashable {
    /// One place of a walk.
    public struct Point: Sendable, Hashable {
        /// Degrees, -90 to 90, north is positive.
        public var latitude: Double
        /// Degrees, -180 to 180, east is positive.
        public var longitude: Double
        /// Metres above the sea; nil: not known.
        public var elevation: Double?
        /// Since the first point.
        public var time: Interval

        public init(
            latitude: Double, longitude: Double, elevation: Double? = nil, time: Interval = .zero
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.elevation = elevation
            self.time = time
        }
    }

    /// At least one; no time is before that of the point before it.
    public let points: [Point]

    /// Bytes of a file: a year's track at a point a minute.
    public static let mostBytes = 64 << 20
    /// Metres a second of who walks a track without times.
    public static let pace = 1.4

    /// - Parameter path: how the file is called in what is thrown.
    /// - Throws: `GPXProblem`: what is wrong with it, and in which line.
    public init(_ file: [UInt8], path: String) throws(GPXProblem) {
        points = try GPXReader(path: path).read(file)
    }

    init(points: [Point]) { self.points = points }

    /// From the first point to the last.
    public var duration: Interval { points.last?.time ?? .zero }

    /// Where who walks it is, so long after the first point: on the straight line between two
    /// points, and at the last for ever after.
    public func point(at time: Interval) -> Point {
        let next = points.partitioningIndex { $0.time > time }
        guard next > 0 else { return points[0] }
        guard next < points.count else { return points[points.count - 1] }
        let (before, after) = (points[next - 1], points[next])
        let part =
            Double((time - before.time).nanoseconds)
            / Double((after.time - before.time).nanoseconds)
        let elevation = before.elevation.flatMap { low in
            after.elevation.map { low + ($0 - low) * part }
        }
        return Point(
            latitude: before.latitude + (after.latitude - before.latitude) * part,
            longitude: Self.wrapped(
                before.longitude + Self.turn(from: before.longitude, to: after.longitude) * part),
            elevation: elevation ?? before.elevation, time: time)
    }

    /// Degrees to the east by the shorter way, which may cross the date line.
    private static func turn(from: Double, to: Double) -> Double { wrapped(to - from) }

    private static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}

extension GPXTrack.Point {
    /// Metres on the sphere.
    public func distance(to other: GPXTrack.Point) -> Double {
        let radians = Double.pi / 180
        let (a, b) = (latitude * radians, other.latitude * radians)
        let half = (sin((b - a) / 2), sin((other.longitude - longitude) * radians / 2))
        let chord = half.0 * half.0 + cos(a) * cos(b) * half.1 * half.1
        return 2 * 6_371_009 * asin(min(1, chord.squareRoot()))
    }
}

extension [GPXTrack.Point] {
    /// The first index whose element, and every one after it, passes.
    fileprivate func partitioningIndex(where passes: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A GPX file that can't be walked.
public struct GPXProblem: Error, Hashable, CustomStringConvertible {
    public let description: String
}
