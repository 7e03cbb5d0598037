/// How the interface lies on the screen; the values are UIKit's. Its landscapes are the device's
/// the other way round: the interface turns against the device, to stay upright.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Nothing tells.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, its top down.
    case portraitUpsideDown = 2
    /// On its side, its bottom to the right.
    case landscapeRight = 3
    /// On its side, its bottom to the left.
    case landscapeLeft = 4

    /// Higher than wide.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Wider than high.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// The upright one; nil where the device lies flat, or isn't known to be held in any way.
    init?(_ device: UIDeviceOrientation) {
        switch device {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeRight
        case .landscapeRight: self = .landscapeLeft
        case .unknown, .faceUp, .faceDown: return nil
        }
    }

    /// The scene's.
    var word: String {
        switch self {
        case .unknown, .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeRight: "landscapeRight"
        case .landscapeLeft: "landscapeLeft"
        }
    }
}

/// The orientations that a view controller takes; the values are UIKit's.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    init(_ orientation: UIInterfaceOrientation) { rawValue = 1 << UInt(orientation.rawValue) }

    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On its side, the home button right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// On its side, the home button left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// Both landscapes.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All four.
    public static let all: UIInterfaceOrientationMask = [
        .portrait, .portraitUpsideDown, .landscape,
    ]
    /// All but upside down, as usual on phones.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
