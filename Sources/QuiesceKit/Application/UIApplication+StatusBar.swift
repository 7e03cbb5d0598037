import Foundation
import QuiesceWire

// The status bar, which is higher while a call goes on (S9).
extension UIApplication {
    /// Where the status bar is, in points. As the app was last told.
    public var statusBarFrame: CGRect { statusBarFrame(link.read { $0.device }) }

    private func statusBarFrame(_ device: MessageToApp.DeviceState) -> CGRect {
        CGRect(
            x: 0, y: 0, width: display.bounds.width, height: CGFloat(device.statusBarHeight ?? 20))
    }

    /// To be called before the app's state changes.
    func statusBarWillChange(to device: MessageToApp.DeviceState) {
        let frame = statusBarFrame(device)
        delegate?.application(self, willChangeStatusBarFrame: frame)
        post(Self.willChangeStatusBarFrameNotification, frame)
    }

    /// Controllers' views have their new sizes when the app hears of it.
    func statusBarDidChange(from device: MessageToApp.DeviceState) {
        let frame = statusBarFrame(device)
        display.layout()
        delegate?.application(self, didChangeStatusBarFrame: frame)
        post(Self.didChangeStatusBarFrameNotification, frame)
    }

    private func post(_ name: Notification.Name, _ frame: CGRect) {
        NotificationCenter.default.post(
            name: name, object: self, userInfo: [Self.statusBarFrameUserInfoKey: frame])
    }

    /// The user info has the new frame.
    nonisolated public static let willChangeStatusBarFrameNotification = Notification.Name(
        "UIApplicationWillChangeStatusBarFrameNotification")
    /// The user info has the old frame.
    nonisolated public static let didChangeStatusBarFrameNotification = Notification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")
    /// A `CGRect`.
    nonisolated public static let statusBarFrameUserInfoKey =
        "UIApplicationStatusBarFrameUserInfoKey"
}
