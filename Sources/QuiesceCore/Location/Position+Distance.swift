// Distances on a sphere, by Swift's own arithmetic: the core imports no mathematics, and the same
// bits come out everywhere.
extension Position {
    /// The earth's mean radius in metres.
    private static let earthRadius = 6_371_009.0
    private static let radiansPerUnit = Double.pi / 180 / perDegree

    /// Metres, as if the piece of the earth between both were flat: within 0.1 % up to 100 km and
    /// latitudes of 70°, where what is decided by it lies. Farther away it only says "far".
    package func distance(to other: Position) -> Double {
        let north = Double(Int64(other.latitude) - Int64(latitude)) * Self.radiansPerUnit
        let middle = Double(Int64(other.latitude) + Int64(latitude)) / 2 * Self.radiansPerUnit
        let east = Double(eastward(to: other)) * Self.radiansPerUnit * Self.cosine(middle)
        return (north * north + east * east).squareRoot() * Self.earthRadius
    }

    /// Units of longitude to the east, by the shorter way: it may cross the date line.
    func eastward(to other: Position) -> Int64 {
        let around = 3_600_000_000 as Int64
        let units = Int64(other.longitude) - Int64(longitude)
        return units > around / 2 ? units - around : units < -around / 2 ? units + around : units
    }

    /// The cosine of an angle within ±π/2, in radians: its series, which is right to 1e-10 there.
    static func cosine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1.0
        // From the last term to the first: 1 - x²/(1·2)·(1 - x²/(3·4)·(1 - …)).
        for factor in stride(from: 15.0, through: 1.0, by: -2.0) {
            sum = 1 - square / (factor * (factor + 1)) * sum
        }
        return sum
    }

    /// Units of latitude that so many metres are.
    static func units(metres: Double) -> Double { metres / earthRadius / radiansPerUnit }
}
