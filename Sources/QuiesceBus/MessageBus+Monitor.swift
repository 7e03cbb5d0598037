import CSystemd

/// Others' calls, which a bus shows to the user whose bus it is.
extension MessageBus {
    /// Overhears the calls of connections, by their unique names, from now on. The connection must
    /// have been made for that, and is of no other use.
    ///
    /// - Parameter heard: a call came, whose caller waits for an answer.
    package func overhear(
        callsOf names: [String], _ heard: @escaping () -> Void
    ) throws(BusError) {
        let call = try call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus.Monitoring", method: "BecomeMonitor")
        try call.append(names.map { "type='method_call',destination='\($0)'" })
        try call.append(UInt32(0))
        let handler = Unmanaged.passRetained(Heard(heard))
        var slot: OpaquePointer?
        let result = sd_bus_add_filter(bus, &slot, overheard, handler.toOpaque())
        guard result >= 0, let slot else {
            handler.release()
            throw BusError(step: "sd_bus_add_filter", code: -result)
        }
        sd_bus_slot_set_destroy_callback(slot, forgotten)
        slots.append(slot)
        try send(call, seconds: 10) { _ in }
    }
}

private final class Heard {
    let call: () -> Void
    init(_ call: @escaping () -> Void) { self.call = call }
}

/// Takes everything: a call that nobody took would be answered, which ends a monitor.
private func overheard(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let message, let context else { return 0 }
    if sd_bus_message_is_method_call(message, nil, nil) > 0,
        sd_bus_message_get_expect_reply(message) > 0
    {
        Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().call()
    }
    return 1
}

private func forgotten(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Heard>.fromOpaque(context).release() }
}
