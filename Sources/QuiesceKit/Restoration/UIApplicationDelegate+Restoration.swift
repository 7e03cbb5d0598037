import Foundation

// Defaults for a delegate that doesn't implement the methods for restoration: nothing is saved or
// restored, as on iOS.
extension UIApplicationDelegate {
    /// Nothing is saved.
    public func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { false }

    /// Nothing is restored.
    public func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { false }

    /// Does nothing.
    public func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}

    /// Does nothing.
    public func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {}

    /// Makes none.
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { nil }
}

// The keys of values that the SDK itself puts into the coder that the delegate is given (P1).
extension UIApplication {
    /// The `CFBundleVersion` of the app that saved the state, a string; nothing where it had none.
    nonisolated public static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersionKey"

    /// When the state was saved, a date.
    nonisolated public static let stateRestorationTimestampKey =
        "UIApplicationStateRestorationTimestampKey"
}
