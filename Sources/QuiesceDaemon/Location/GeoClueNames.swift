import QuiesceBus
import QuiesceCore

/// GeoClue's names on the system bus, and its way to say things (`org.freedesktop.GeoClue2`, 2.0
/// and later).
enum GeoClue {
    static let name = "org.freedesktop.GeoClue2"
    static let manager = "/org/freedesktop/GeoClue2/Manager"
    static let managerInterface = "org.freedesktop.GeoClue2.Manager"
    static let clientInterface = "org.freedesktop.GeoClue2.Client"
    static let locationInterface = "org.freedesktop.GeoClue2.Location"
    static let properties = "org.freedesktop.DBus.Properties"
    /// The client's desktop id: the section of `geoclue.conf` that allows the client.
    static let desktopId = "quiesced"

    /// `GClueAccuracyLevel`.
    static func level(_ wish: LocationWish) -> UInt32 {
        switch wish.accuracy {
        case ...10: 8  // exact
        case ...1_000: 6  // street
        case ...3_000: 5  // neighborhood
        default: 4  // city
        }
    }

    /// Whole metres, rounded down: it must not keep back what is of use.
    static func threshold(_ wish: LocationWish) -> UInt32 {
        UInt32(exactly: min(max(wish.distance, 0), 4e9).rounded(.down)) ?? 0
    }

    /// - Parameter now: when it was told, if it doesn't say when it was there.
    /// - Returns: nil: it is no place, or no radius.
    static func fix(_ values: [String: BusValue], now: WallTime) -> LocationFix? {
        func number(_ name: String) -> Double? {
            if case .number(let number)? = values[name], number.isFinite { number } else { nil }
        }
        guard let latitude = number("Latitude"), let longitude = number("Longitude"),
            let position = Position(latitude: latitude, longitude: longitude),
            let accuracy = number("Accuracy"), accuracy >= 0
        else { return nil }
        // Unknown values are -1; for the altitude, the least number that there is.
        let speed = number("Speed").flatMap { $0 < 0 ? nil : $0 }
        let course = number("Heading").flatMap { (0...360).contains($0) && speed != 0 ? $0 : nil }
        let altitude = number("Altitude").flatMap { $0 == -.greatestFiniteMagnitude ? nil : $0 }
        return LocationFix(
            position: position, accuracy: accuracy, altitude: altitude, speed: speed,
            course: course,
            time: time(values["Timestamp"]) ?? now)
    }

    private static func time(_ value: BusValue?) -> WallTime? {
        guard case .time(let seconds, let microseconds)? = value, seconds > 0,
            // Till the year 2262; of nonsense beyond that, no time is made.
            seconds < 9_223_372_036, microseconds < 1_000_000
        else { return nil }
        return WallTime(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1_000)
    }

    /// Nobody has its name, and nobody can be started for it.
    static func isAbsent(_ errorName: String) -> Bool {
        errorName == "org.freedesktop.DBus.Error.ServiceUnknown"
            || errorName == "org.freedesktop.DBus.Error.NameHasNoOwner"
            || errorName.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
            || errorName.hasPrefix("org.freedesktop.systemd1.")
    }

    /// Why it doesn't say where the device is, and what to do.
    static func refusal(_ errorName: String, _ text: String?) -> String {
        switch errorName {
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout":
            "GeoClue doesn't answer: see that its agent runs for the daemon's user"
        case "org.freedesktop.DBus.Error.AccessDenied":
            "GeoClue doesn't allow it\(words(text)): switch location on, and put a section [\(desktopId)] with allowed=true, system=true and users= into geoclue.conf"
        default:
            "GeoClue failed\(words(text ?? errorName)): see its log"
        }
    }

    private static func words(_ text: String?) -> String {
        text.map { " (\($0.prefix(Limits.sourceWordsCharacters)))" } ?? ""
    }
}
