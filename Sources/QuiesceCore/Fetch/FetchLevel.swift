/// A value in one byte: 8 steps from one power of two to the next, from 2^-20 up to 2^11.
///
/// Past days are only compared with, and there a step of a tenth is fine enough.
enum FetchLevel {
    private static let lowest = -20

    /// Rounded down; 0 for what is below all.
    static func level(of value: Double) -> UInt8 {
        guard value >= 0x1p-20, value.isFinite else { return 0 }
        let steps = (Int(value.exponent) - lowest) * 8 + Int((value.significand - 1) * 8)
        return UInt8(min(steps + 1, 255))
    }

    /// The middle of a level.
    static func value(of level: UInt8) -> Double { table[Int(level)] }

    private static let table: [Double] = (0..<256).map { level in
        if level == 0 { return 0 }
        let (octave, step) = (level - 1).quotientAndRemainder(dividingBy: 8)
        return Double(
            sign: .plus, exponent: octave + lowest, significand: 1 + (Double(step) + 0.5) / 8)
    }
}
