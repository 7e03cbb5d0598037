import Foundation

/// The device's screen.
@MainActor public final class UIScreen {
    public static let main = UIScreen()

    /// In points, as the interface lies on the screen: higher than wide in portrait, wider than high
    /// in landscape.
    public var bounds: CGRect {
        UIApplication.running?.display.bounds ?? CGRect(origin: .zero, size: Self.size)
    }

    /// In points, in portrait.
    static let size = CGSize(width: 320, height: 568)
}
