import CSystemd
import Glibc

/// Objects of ours, which others call.
extension MessageBus {
    /// Serves an object for as long as the connection lives. Each call of it is given to
    /// `answer`, which answers it by `answer(_:_:)` or `refuse(_:_:_:)`.
    package func serve(
        _ path: String, _ answer: @escaping (borrowing BusMessage) -> Void
    ) throws(BusError) {
        let handler = Unmanaged.passRetained(Handler(answer))
        var slot: OpaquePointer?
        let result = sd_bus_add_object(bus, &slot, path, called, handler.toOpaque())
        guard result >= 0, let slot else {
            handler.release()
            throw BusError(step: "an object", code: -result)
        }
        sd_bus_slot_set_destroy_callback(slot, released)
        slots.append(slot)
    }

    package func answer(
        _ call: borrowing BusMessage, _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        var made: OpaquePointer?
        try BusError.check(sd_bus_message_new_method_return(call.pointer, &made), "an answer")
        try send(made, fill)
    }

    /// - Parameters:
    ///   - error: its name, as `org.freedesktop.DBus.Error.UnknownMethod`.
    ///   - text: for people.
    package func refuse(
        _ call: borrowing BusMessage, _ error: String, _ text: String
    ) throws(BusError) {
        var made: OpaquePointer?
        let result = error.withCString { name in
            text.withCString { message in
                var error = sd_bus_error(name: name, message: message, _need_free: 0)
                return sd_bus_message_new_method_error(call.pointer, &made, &error)
            }
        }
        try BusError.check(result, "an answer")
        try send(made) { _ in }
    }

    /// Tells everybody who listens.
    package func signal(
        _ signal: String, of interface: String, path: String,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        var made: OpaquePointer?
        try BusError.check(sd_bus_message_new_signal(bus, &made, path, interface, signal), signal)
        try send(made, fill)
    }

    private func send(
        _ made: OpaquePointer?, _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) throws(BusError) {
        guard let made else { throw BusError(step: "a message", code: ENOMEM) }
        let message = BusMessage(owning: made)
        try fill(message)
        try BusError.check(sd_bus_send(bus, message.pointer, nil), "sd_bus_send")
    }
}

extension BusMessage {
    /// The name of the method that is called, and its interface; the caller may leave the interface
    /// out.
    package var method: (interface: String?, name: String)? {
        guard let name = sd_bus_message_get_member(pointer) else { return nil }
        return (
            sd_bus_message_get_interface(pointer).map { String(cString: $0) }, String(cString: name)
        )
    }
}

/// Says that the call was for us.
private func called(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let message, let context else { return 0 }
    Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        .handle(BusMessage(borrowing: message))
    return 1
}
