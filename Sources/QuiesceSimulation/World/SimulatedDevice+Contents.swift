import QuiesceCore
import QuiesceWire

extension SimulatedDevice {
    /// What a notification says; nil: it was lost.
    package func notification(_ content: PayloadHandle) -> NotificationContent? {
        device.content(content)
    }
}
