import Foundation

/// Puts places on a flat map. North is up, and no place is so far away that this would be wrong.
struct Projection {
    private static let metresPerDegree = 111_320.0

    private let middle: Run.Place
    private let frame: CGRect
    let pointsPerMetre: Double

    /// - Parameters:
    ///   - frame: the part of the map that all places lie in.
    ///   - atLeast: metres that are to be seen, also of a single place.
    init(_ places: [Run.Place], in frame: CGRect, atLeast metres: Double) {
        let latitudes = places.map(\.latitude)
        let longitudes = places.map(\.longitude)
        let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
        let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        middle = Run.Place(latitude: (south + north) / 2, longitude: (west + east) / 2)
        self.frame = frame
        let shrink = cos(middle.latitude * .pi / 180)
        let width = max(metres, (east - west) * Self.metresPerDegree * shrink)
        let height = max(metres, (north - south) * Self.metresPerDegree)
        pointsPerMetre = min(Double(frame.width) / width, Double(frame.height) / height)
    }

    func point(_ place: Run.Place) -> CGPoint {
        let shrink = cos(middle.latitude * .pi / 180)
        let east = (place.longitude - middle.longitude) * Self.metresPerDegree * shrink
        let north = (place.latitude - middle.latitude) * Self.metresPerDegree
        return CGPoint(
            x: Double(frame.midX) + east * pointsPerMetre,
            y: Double(frame.midY) - north * pointsPerMetre)
    }

    /// The longest of 1, 2, 5, 10 … metres that has no more than so many points.
    func scale(within points: Double) -> Double {
        var best = 1.0
        for power in 0..<7 {
            for digit in [1.0, 2, 5] where digit * pow(10, Double(power)) * pointsPerMetre <= points
            {
                best = digit * pow(10, Double(power))
            }
        }
        return best
    }
}
