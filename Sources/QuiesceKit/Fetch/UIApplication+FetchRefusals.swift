import Foundation

// Refusals of requests for fetches and background tasks (F1): the calls themselves return before
// anybody can know. Quiesce's own: iOS says nothing.
extension UIApplication {
    /// Posted with the application as the object, on the main thread: the device couldn't keep the
    /// interval that was set last, as its disk is full or fails. The one before it holds.
    nonisolated public static let minimumBackgroundFetchIntervalRefusedNotification =
        Notification.Name("UIApplicationMinimumBackgroundFetchIntervalRefusedNotification")

    func fetchRefused(_ identifier: String?, _ reason: String) {
        guard let identifier else {
            note("the fetch interval is as it was before: \(reason)")
            return NotificationCenter.default.post(
                name: Self.minimumBackgroundFetchIntervalRefusedNotification, object: self)
        }
        backgroundTasks.tellRefusal(of: backgroundTasks.refused(identifier), reason)
    }
}

extension BGTaskScheduler {
    @MainActor func tellRefusal(of request: BGTaskRequest, _ reason: String) {
        note("the background task \(request.identifier) isn't submitted: \(reason)")
        NotificationCenter.default.post(
            name: Self.requestRefusedNotification, object: self,
            userInfo: [
                Self.refusedRequestUserInfoKey: request,
                Self.errorUserInfoKey: Error(refusal: reason),
            ])
    }

    /// Posted with the scheduler as the object, on the main thread: a request isn't pending after
    /// all. One of the same identifier that it was to replace holds again, and is listed from the
    /// next launch on.
    public static let requestRefusedNotification = Notification.Name(
        "BGTaskSchedulerRequestRefusedNotification")
    /// In its user info: the `BGTaskRequest`.
    public static let refusedRequestUserInfoKey = "BGTaskSchedulerRefusedRequestUserInfoKey"
    /// In its user info: the `BGTaskScheduler.Error`.
    public static let errorUserInfoKey = "BGTaskSchedulerErrorUserInfoKey"
}
