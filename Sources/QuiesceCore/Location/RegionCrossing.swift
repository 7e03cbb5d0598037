/// Whether the device is in a region, by the fixes so far. It enters at the border, and leaves a
/// cushion beyond it, so that noise on the border tells nothing twice (G4).
// derive: json
struct RegionCrossing: Sendable, Hashable {
    // derive: json
    enum Side: String, Sendable, Hashable, CaseIterable {
        case inside, outside
    }

    /// nil: there was no fix since the region is watched.
    var side: Side?

    init(side: Side? = nil) { self.side = side }

    /// - Parameters:
    ///   - distance: metres from the region's centre.
    ///   - accuracy: of the fix, in metres.
    /// - Returns: where it is now, if it has crossed the border; the first fix crosses none.
    mutating func take(distance: Double, accuracy: Double, radius: Double) -> Side? {
        let cushion = min(max(accuracy, Limits.regionCushion), Limits.regionCushionMost)
        let now: Side =
            switch side {
            case .inside: distance <= radius + cushion ? .inside : .outside
            case .outside, nil: distance <= radius ? .inside : .outside
            }
        defer { side = now }
        return side == nil || side == now ? nil : now
    }
}

/// Which of the places where the device was are a significant change (G1): the first, and then
/// those that are far enough from the last one told, and late enough after it.
// derive: json
struct SignificantChange: Sendable, Hashable {
    // derive: json
    struct Told: Sendable, Hashable {
        var position: Position
        var at: Instant
    }

    var told: Told?

    init(told: Told? = nil) { self.told = told }

    mutating func take(_ position: Position, at now: Instant) -> Bool {
        if let told {
            guard now - told.at >= Limits.significantInterval,
                told.position.distance(to: position) >= Limits.significantDistance
            else { return false }
        }
        told = Told(position: position, at: now)
        return true
    }
}
