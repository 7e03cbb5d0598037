import Foundation
import QuiesceCore

/// A line of gpsd's, as far as we read it: time, position and velocity (`TPV` of gpsd_json(5)).
struct GPSDReport: Decodable {
    /// The class of the report. All fields that follow are of `TPV` alone.
    var `class`: String
    /// 0, 1: no fix; 2: without an altitude; 3: with it.
    var mode: Int?
    var time: String?
    /// Degrees.
    var lat: Double?
    var lon: Double?
    /// Metres by which the place may be wrong; older ones say it by longitude and latitude.
    var eph: Double?
    var epx: Double?
    var epy: Double?
    /// Metres above the sea; older ones call it `alt`.
    var altMSL: Double?
    var alt: Double?
    /// Metres.
    var epv: Double?
    /// Metres a second.
    var speed: Double?
    /// Degrees from north.
    var track: Double?

    /// - Returns: nil: garbage.
    init?(line: [UInt8]) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(line)) else {
            return nil
        }
        self = report
    }

    /// - Returns: nil: it is about something else, or the receiver knows no place now.
    func news(now: WallTime) -> SourceNews? {
        guard `class` == "TPV", let mode, mode >= 2 else { return nil }
        return fix(hasAltitude: mode >= 3, now: now).map { .fix($0) } ?? .nonsense
    }

    private func fix(hasAltitude: Bool, now: WallTime) -> LocationFix? {
        guard let lat, let lon, let position = Position(latitude: lat, longitude: lon) else {
            return nil
        }
        let accuracy = eph ?? Self.radius(epx, epy) ?? Limits.gpsdAccuracy
        guard accuracy.isFinite, accuracy >= 0 else { return nil }
        let altitude = hasAltitude ? altMSL ?? alt : nil
        let speed = speed.flatMap { $0 >= 0 ? $0 : nil }
        return LocationFix(
            position: position, accuracy: accuracy, altitude: altitude,
            altitudeAccuracy: altitude == nil ? nil : epv, speed: speed,
            course: track.flatMap { (0...360).contains($0) && speed != 0 ? $0 : nil },
            time: time.flatMap(Self.moment) ?? now)
    }

    private static func radius(_ east: Double?, _ north: Double?) -> Double? {
        guard let east, let north, east >= 0, north >= 0 else { return nil }
        return (east * east + north * north).squareRoot()
    }

    /// "2026-05-08T10:34:48.283Z"
    private static func moment(_ text: String) -> WallTime? {
        let date =
            (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: .iso8601))
        // Till the year 2262; a receiver that has lost its way may be anywhere.
        guard let seconds = date?.timeIntervalSince1970, (1..<9_223_372_036).contains(seconds)
        else { return nil }
        return WallTime(nanoseconds: Int64((seconds * 1_000).rounded()) * 1_000_000)
    }
}
