import Foundation

// Defaults for a delegate that doesn't implement the life-cycle methods.
extension UIApplicationDelegate {
    /// None, for a delegate that keeps no window.
    public var window: UIWindow? {
        get { nil }
        set { _ = newValue }
    }

    /// Goes on with the launch.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Calls the method without launch options, and goes on with the launch.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: UIApplication) {}

    /// Leaves it to the controller.
    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .all }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationSignificantTimeChange(_ application: UIApplication) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect
    ) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect
    ) {}
    /// Does nothing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
}
