// What is asked of notifications, by apps and by the user.
extension SystemMachine {
    mutating func notification(_ event: NotificationEvent, _ now: Moment, _ out: inout Recorder) {
    }
}
