import QuiesceCore
import QuiesceWire

/// A request of an app's to a capability, of which the device, rather than `AppChannel`, makes an
/// event: parts of it are kept beside the core.
package protocol AppRequest: Sendable {
    /// Whether it is within bounds and can be what an app means.
    ///
    /// - Throws: for its sender, whose connection ends.
    func check() throws(WireError)
    /// It is in order.
    func come(to device: Device, request: UInt64, from key: ProcessKey)
}

extension Device {
    package func take(_ asked: any AppRequest, request: UInt64, from key: ProcessKey) {
        asked.come(to: self, request: request, from: key)
    }
}

extension WireError {
    static func malformed(_ message: String) -> WireError {
        WireError(code: .malformed, message: message)
    }
}
