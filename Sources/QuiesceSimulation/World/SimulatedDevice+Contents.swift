import QuiesceCore
import QuiesceWire

extension SimulatedDevice {
    /// Returns the content of a notification; nil: it was lost.
    package func notification(_ content: PayloadHandle) -> NotificationContent? {
        device.content(content)
    }
}
