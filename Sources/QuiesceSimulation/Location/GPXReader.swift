import Foundation
import FoundationXML
import QuiesceVocabulary

/// Reads the points of a GPX file. What it doesn't know it passes over.
final class GPXReader: NSObject {
    private struct Raw {
        var latitude: Double
        var longitude: Double
        var elevation: Double?
        var time: Date?
        var line: Int
    }

    private let path: String
    private var found: [String: [Raw]] = [:]
    /// The point that is being read, and the kind of it.
    private var open: (kind: String, point: Raw)?
    private var text = ""
    private var isGPX = false
    private var problem: GPXProblem?

    init(path: String) { self.path = path }

    func read(_ file: [UInt8]) throws(GPXProblem) -> [GPXTrack.Point] {
        guard file.count <= GPXTrack.mostBytes else {
            throw GPXProblem(
                description:
                    "\(path) has \(file.count) bytes; a GPX file may have \(GPXTrack.mostBytes)")
        }
        let parser = XMLParser(data: Data(file))
        parser.delegate = self
        _ = parser.parse()
        if let problem { throw problem }
        guard let raw = Self.kinds.lazy.compactMap({ self.found[$0] }).first else {
            throw GPXProblem(
                description:
                    "\(path) has no point: it needs a track (trkpt), a route (rtept) or waypoints (wpt)"
            )
        }
        return try timed(raw)
    }

    /// By which a file says where somebody was, the best first.
    private static let kinds = ["trkpt", "rtept", "wpt"]

    private func error(_ line: Int, _ what: String) -> GPXProblem {
        GPXProblem(description: "\(path), line \(line): \(what)")
    }

    /// With the times that the file has for all of them, or a walker's.
    private func timed(_ raw: [Raw]) throws(GPXProblem) -> [GPXTrack.Point] {
        var points: [GPXTrack.Point] = []
        points.reserveCapacity(raw.count)
        for one in raw {
            var point = GPXTrack.Point(
                latitude: one.latitude, longitude: one.longitude, elevation: one.elevation)
            if let last = points.last {
                point.time = try time(of: one, first: raw[0], after: last, point)
            }
            points.append(point)
        }
        return points
    }

    private func time(
        of one: Raw, first: Raw, after last: GPXTrack.Point, _ point: GPXTrack.Point
    ) throws(GPXProblem) -> Interval {
        guard let start = first.time else {
            guard one.time == nil else {
                throw error(
                    one.line,
                    "the point has a time, and the first has none: give all of them one, or none")
            }
            return last.time + .milliseconds(Int64(last.distance(to: point) / GPXTrack.pace * 1000))
        }
        guard let time = one.time else {
            throw error(
                one.line,
                "the point has no time, and the first has one: give all of them one, or none")
        }
        let seconds = time.timeIntervalSince(start)
        guard seconds < 100 * 366 * 86_400 else {
            throw error(one.line, "the point is more than a hundred years after the first")
        }
        let interval = Interval.milliseconds(Int64((seconds * 1000).rounded()))
        guard interval >= last.time else {
            throw error(one.line, "the point is earlier than the one before it")
        }
        return interval
    }
}

extension GPXReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        text = ""
        if !isGPX {
            guard name == "gpx" else {
                return stop(parser, "\"\(name.prefix(40))\" where a GPX file begins with \"gpx\"")
            }
            isGPX = true
        }
        guard Self.kinds.contains(name) else { return }
        guard let latitude = degrees(attributes["lat"], 90),
            let longitude = degrees(attributes["lon"], 180)
        else {
            return stop(
                parser,
                "\"\(name)\" needs lat from -90 to 90 and lon from -180 to 180, got lat=\"\(attributes["lat"]?.prefix(40) ?? "")\" lon=\"\(attributes["lon"]?.prefix(40) ?? "")\""
            )
        }
        open = (
            name, Raw(latitude: latitude, longitude: longitude, line: parser.lineNumber)
        )
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        // A time or a height is short.
        if open != nil, text.utf8.count < 64 { text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard open != nil else { return }
        let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "ele":
            guard let elevation = Double(value), (-20_000...1_000_000).contains(elevation) else {
                return stop(parser, "\"\(value.prefix(40))\" is no elevation in metres")
            }
            open?.point.elevation = elevation
        case "time":
            guard let time = Self.time(value) else {
                return stop(
                    parser, "\"\(value.prefix(40))\" is no time; write 2026-03-02T08:15:00Z")
            }
            open?.point.time = time
        case open?.kind:
            if let open { found[open.kind, default: []].append(open.point) }
            open = nil
        case _:
            break
        }
        text = ""
    }

    /// `parse` says of such a file, and of one that is cut off, that all went well.
    func parser(_ parser: XMLParser, parseErrorOccurred: any Error) {
        problem = problem ?? error(max(1, parser.lineNumber), "it is not XML from here on")
    }

    private func stop(_ parser: XMLParser, _ what: String) {
        problem = problem ?? error(parser.lineNumber, what)
        parser.abortParsing()
    }

    private func degrees(_ text: String?, _ most: Double) -> Double? {
        text.flatMap(Double.init).flatMap { abs($0) <= most ? $0 : nil }
    }

    private static func time(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}
