/// A device's own screen, in portrait.
public struct DeviceScreen: Sendable, Hashable {
    /// The screen of a device of which nothing is said.
    public static let standard = DeviceScreen(width: 320, height: 568, scale: 2)
    /// Points: apps lay out for phones, tablets and a kiosk's wall, not for a watch.
    public static let sides = 160...4_096
    /// Pixels a point has along each side: no panel has more.
    public static let scales = 1...4

    /// Points.
    public let width: Int
    public let height: Int
    /// Pixels a point has along each side.
    public let scale: Int

    private init(width: Int, height: Int, scale: Int) {
        (self.width, self.height, self.scale) = (width, height, scale)
    }

    /// - Parameter text: as `text` is; nil comes of anything else, and of one wider than high.
    public init?(_ text: some StringProtocol) {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        let sides = halves[0].split(separator: "x", omittingEmptySubsequences: false)
        guard halves.count == 2, sides.count == 2,
            let width = Self.number(sides[0], in: Self.sides),
            let height = Self.number(sides[1], in: Self.sides),
            let scale = Self.number(halves[1], in: Self.scales), width <= height
        else { return nil }
        self.init(width: width, height: height, scale: scale)
    }

    /// Digits alone: `Int` takes a sign, too.
    private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text)
        else { return nil }
        return range.contains(number) ? number : nil
    }

    /// As it is written: `390x844@3`, points across and down, and pixels a point has.
    public var text: String { "\(width)x\(height)@\(scale)" }
}

extension Scene.Size {
    /// The screen in portrait.
    public init(_ screen: DeviceScreen) {
        self.init(width: Double(screen.width), height: Double(screen.height))
    }
}

extension ScreenStatus {
    /// The standard one, where nothing is said.
    public var deviceScreen: DeviceScreen { size.flatMap { DeviceScreen($0) } ?? .standard }
}
