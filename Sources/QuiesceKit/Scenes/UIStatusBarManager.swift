import Foundation

/// A scene's status bar.
@preconcurrency @MainActor public final class UIStatusBarManager {
    init() {}

    /// Where it is, in points: higher while a call goes on (S9).
    public var statusBarFrame: CGRect { UIApplication.running?.statusBarFrame ?? .zero }

    /// It always is there.
    public var isStatusBarHidden: Bool { false }
}

/// Something that has bounds of its own.
@preconcurrency @MainActor public protocol UICoordinateSpace: AnyObject {
    /// In points.
    var bounds: CGRect { get }
}

extension UIScreen: UICoordinateSpace {}
extension UIView: UICoordinateSpace {}
