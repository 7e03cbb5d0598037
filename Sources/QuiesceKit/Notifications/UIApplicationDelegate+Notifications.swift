// What a delegate that says nothing of local notifications gets.
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
