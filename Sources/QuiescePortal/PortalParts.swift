import QuiesceDesktop
import QuiesceLinux

/// Means of the portal, and its times.
struct PortalParts {
    let notifications: DesktopNotifications
    let device: DeviceSwitch
    let mailbox: Mailbox<PortalNews>
    let book: AnswerBook
    let autostart: Autostart
    let answerSeconds: UInt64
    let idleSeconds: UInt64
}
