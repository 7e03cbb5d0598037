/// The part of the screen's state that belongs to whoever looks at it, and not to the device.
public struct SystemView: Sendable, Hashable {
    /// Pages are counted from 0.
    public enum Place: Sendable, Hashable {
        /// As the device is.
        case screen
        /// The same, with this page of the home screen.
        case home(page: Int)
        case switcher(page: Int)
    }

    public var place = Place.screen
    public var isDark = false
    /// How much larger text is than usual.
    public var textScale = 1.0 { didSet { textScale = min(2, max(1, textScale)) } }

    public init() {}

    public init(place: Place, isDark: Bool = false, textScale: Double = 1) {
        self.place = place
        self.isDark = isDark
        self.textScale = min(2, max(1, textScale))
    }
}
