import CSystemd
import Glibc

/// Objects of ours that come and go: one handler has all of a tree.
extension MessageBus {
    /// As `serve`, for all paths below one. A call is answered later, too, by keeping it.
    package func serveAll(
        below path: String, _ answer: @escaping (borrowing BusMessage) -> Void
    ) throws(BusError) {
        let handler = Unmanaged.passRetained(Handler(answer))
        var slot: OpaquePointer?
        let result = sd_bus_add_fallback(bus, &slot, path, calledBelow, handler.toOpaque())
        guard result >= 0, let slot else {
            handler.release()
            throw BusError(step: "an object", code: -result)
        }
        sd_bus_slot_set_destroy_callback(slot, released)
        slots.append(slot)
    }
}

/// A call that is answered later.
package final class KeptCall {
    package let message: BusMessage

    package init(_ call: borrowing BusMessage) { message = BusMessage(borrowing: call.pointer) }
}

/// Says that the call was for us.
private func calledBelow(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let message, let context else { return 0 }
    Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        .handle(BusMessage(borrowing: message))
    return 1
}
