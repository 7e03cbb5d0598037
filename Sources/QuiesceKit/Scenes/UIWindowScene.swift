import Foundation

/// All that an app shows: its windows on the device's screen.
@preconcurrency @MainActor open class UIWindowScene: UIScene {
    /// Its windows that are visible, back to front.
    open var windows: [UIWindow] {
        UIApplication.running?.windows.filter { $0.windowScene === self } ?? []
    }

    /// The one of them that was last made key.
    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// The device's own.
    open var screen: UIScreen { .main }

    /// The screen's.
    open var coordinateSpace: any UICoordinateSpace { screen }

    /// Where the status bar is.
    public private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()

    /// How the interface lies on the screen.
    open var interfaceOrientation: UIInterfaceOrientation {
        UIApplication.running?.display.interfaceOrientation ?? .unknown
    }
}
