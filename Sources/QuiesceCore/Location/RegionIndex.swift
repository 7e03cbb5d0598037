/// Finds the regions that a place may be in without looking at all of them: of thousands, those
/// nearby.
///
/// The earth is divided into squares of degrees, once for each size of region, each size some five
/// times the one before. A region is noted in the squares of its size that its bounds touch, four
/// at most; a place looks into one square of each size.
struct RegionIndex<ID: Hashable & Sendable>: Sendable {
    private var squares: [Square: [ID]] = [:]
    /// Those that no square holds: too large, or around a pole.
    private var everywhere: [ID] = []
    private var regions: [ID: CircularRegion] = [:]

    private struct Square: Hashable {
        var size: Int8
        var north: Int32
        var east: Int32
    }

    var count: Int { regions.count }

    subscript(id: ID) -> CircularRegion? { regions[id] }

    /// In place of the one that had this id.
    mutating func insert(_ region: CircularRegion, as id: ID) {
        remove(id)
        regions[id] = region
        guard let touched = Self.squares(of: region) else { return everywhere.append(id) }
        for square in touched { squares[square, default: []].append(id) }
    }

    mutating func remove(_ id: ID) {
        guard let region = regions.removeValue(forKey: id) else { return }
        guard let touched = Self.squares(of: region) else {
            return everywhere.removeAll { $0 == id }
        }
        for square in touched {
            squares[square]?.removeAll { $0 == id }
            if squares[square]?.isEmpty == true { squares[square] = nil }
        }
    }

    /// All regions that `place` is in, and some nearby that it isn't in, in no order that means
    /// anything.
    func candidates(at place: Position) -> [ID] {
        var found = everywhere
        for (size, side) in sides.enumerated() {
            let square = Square(
                size: Int8(size), north: Self.number(of: Int64(place.latitude), side),
                east: Self.number(of: Self.wrapped(Int64(place.longitude)), side))
            if let here = squares[square] { found += here }
        }
        return found
    }

    /// nil: no square holds it.
    private static func squares(of region: CircularRegion) -> [Square]? {
        let half = Int64(Position.units(metres: region.radius).rounded(.up))
        let (latitude, longitude) = (Int64(region.center.latitude), Int64(region.center.longitude))
        let farthest = max(abs(latitude - half), abs(latitude + half))
        // Degrees of longitude are short near a pole.
        let width = Position.cosine(
            Double(min(farthest, 900_000_000)) / Position.perDegree * Double.pi / 180)
        guard farthest < 890_000_000, width > 0.01 else { return nil }
        let halfWidth = Int64((Double(half) / width).rounded(.up))
        guard let size = sides.firstIndex(where: { $0 >= 2 * halfWidth }) else { return nil }
        let side = sides[size]
        var touched: [Square] = []
        for north in [latitude - half, latitude + half] {
            for east in [longitude - halfWidth, longitude + halfWidth] {
                let square = Square(
                    size: Int8(size), north: number(of: north, side),
                    east: number(of: wrapped(east), side))
                if !touched.contains(square) { touched.append(square) }
            }
        }
        return touched
    }

    private static func number(of units: Int64, _ side: Int64) -> Int32 {
        Int32(truncatingIfNeeded: units >= 0 ? units / side : (units - side + 1) / side)
    }

    /// From 0 on eastward, so that squares meet at the date line.
    private static func wrapped(_ longitude: Int64) -> Int64 {
        let east = longitude % wholeTurn
        return east < 0 ? east + wholeTurn : east
    }
}

/// Units of a square's side, of each size: from a hundredth of a degree (1.1 km) up to 60 degrees.
/// Each divides the whole turn, or the last square before Greenwich would be narrower than a region
/// that spans it.
private let sides: [Int64] = [0.01, 0.04, 0.2, 1, 5, 20, 60].map { Int64($0 * Position.perDegree) }
/// Units of longitude around the earth.
private let wholeTurn: Int64 = 3_600_000_000
