import Foundation
import QuiesceWire

/// A map in SVG: regions as circles, and where the device was as a line. North is up.
package struct LocationMap {
    private let regions: [LocationRow]
    private let places: [LocationRow]

    package init(_ rows: [LocationRow]) {
        regions = rows.filter { $0.kind == .region && $0.latitude != nil && $0.longitude != nil }
        places = rows.filter { $0.kind == .place && $0.latitude != nil && $0.longitude != nil }
    }

    private static let size = 640.0
    private static let margin = 24.0
    private static let metresPerDegree = 111_195.0

    /// The projection of the piece of the earth that is shown, which is taken to be flat.
    private struct Projection {
        var west: Double
        var north: Double
        /// Degrees of longitude are that much shorter than those of latitude.
        var shrink: Double
        /// Points a metre.
        var scale: Double

        func x(_ longitude: Double) -> Double {
            margin + (longitude - west) * metresPerDegree * shrink * scale
        }
        func y(_ latitude: Double) -> Double {
            margin + (north - latitude) * metresPerDegree * scale
        }
    }

    private var projection: Projection {
        var bounds: (south: Double, north: Double, west: Double, east: Double)?
        let middle = (places.last ?? regions.first)?.latitude ?? 0
        let shrink = max(0.01, cos(middle * .pi / 180))
        for row in regions + places {
            guard let latitude = row.latitude, let longitude = row.longitude else { continue }
            let reach = max(row.radius ?? 0, 20) / Self.metresPerDegree
            let known = bounds ?? (latitude, latitude, longitude, longitude)
            bounds = (
                min(known.south, latitude - reach), max(known.north, latitude + reach),
                min(known.west, longitude - reach / shrink),
                max(known.east, longitude + reach / shrink)
            )
        }
        let found = bounds ?? (0, 1, 0, 1)
        let metres = max(
            (found.north - found.south) * Self.metresPerDegree,
            (found.east - found.west) * Self.metresPerDegree * shrink, 1)
        return Projection(
            west: found.west, north: found.north, shrink: shrink,
            scale: (Self.size - 2 * Self.margin) / metres)
    }

    /// A whole document.
    package var svg: String {
        let projection = projection
        func number(_ value: Double) -> String { String(format: "%.1f", value) }
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 640\" font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"640\" height=\"640\" fill=\"#f6f4ee\"/>",
        ]
        for row in regions {
            let (x, y) = (projection.x(row.longitude ?? 0), projection.y(row.latitude ?? 0))
            let fill = row.state == "inside" ? "#7fb685" : "#9db4c0"
            lines.append(
                "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number((row.radius ?? 0) * projection.scale))\" fill=\"\(fill)\" fill-opacity=\"0.4\" stroke=\"#33505f\"/>"
            )
            lines.append(
                "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"middle\">\(Self.escaped(row.region ?? "")) (\(Self.escaped(row.app ?? "")))</text>"
            )
        }
        let points = places.map {
            "\(number(projection.x($0.longitude ?? 0))),\(number(projection.y($0.latitude ?? 0)))"
        }
        if points.count > 1 {
            lines.append(
                "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#b5523b\" stroke-width=\"2\"/>"
            )
        }
        if let last = places.last {
            lines.append(
                "<circle cx=\"\(number(projection.x(last.longitude ?? 0)))\" cy=\"\(number(projection.y(last.latitude ?? 0)))\" r=\"5\" fill=\"#b5523b\"/>"
            )
        }
        if regions.isEmpty, places.isEmpty {
            lines.append(
                "<text x=\"320\" y=\"320\" text-anchor=\"middle\">no place is known</text>")
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
            of: "<", with: "&lt;"
        )
        .replacingOccurrences(of: ">", with: "&gt;")
    }
}
