// Defaults for a delegate that doesn't implement the methods for local notifications.
extension UIApplicationDelegate {
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didRegister notificationSettings: UIUserNotificationSettings
    ) {}
    /// Does nothing.
    public func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {}
}
