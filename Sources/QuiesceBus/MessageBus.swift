import CSystemd
import Glibc

/// One connection to a message bus. Belongs to the thread that made it; nothing in it waits.
///
/// Handlers are called from `process()` alone. They may call, but not drop the connection.
package final class MessageBus {
    let bus: OpaquePointer
    /// Matches and objects.
    var slots: [OpaquePointer] = []

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: sockets of this machine only: another kind of address would be looked up, or be
    ///     a program to run.
    ///   - overhears: it is going to overhear others' calls, and says nothing more then.
    package init(address: String, overhears: Bool = false) throws(BusError) {
        guard Self.isLocal(address) else { throw BusError(step: address, code: EPROTONOSUPPORT) }
        var made: OpaquePointer?
        try BusError.check(sd_bus_new(&made), "sd_bus_new")
        guard let made else { throw BusError(step: "sd_bus_new", code: ENOMEM) }
        bus = made
        try BusError.check(sd_bus_set_address(bus, address), address)
        try BusError.check(sd_bus_set_bus_client(bus, 1), address)
        if overhears { try BusError.check(sd_bus_set_monitor(bus, 1), address) }
        try BusError.check(sd_bus_start(bus), address)
    }

    deinit {
        for slot in slots { sd_bus_slot_unref(slot) }
        sd_bus_close_unref(bus)
    }

    package static func isLocal(_ address: String) -> Bool {
        let addresses = address.split(separator: ";", omittingEmptySubsequences: false)
        return !address.isEmpty && addresses.allSatisfy { $0.hasPrefix("unix:") }
    }

    // MARK: Serving it

    /// The bus has let us in.
    package var isReady: Bool { sd_bus_is_ready(bus) > 0 }

    /// It hasn't ended, as far as its turns have noticed.
    package var isOpen: Bool { sd_bus_is_open(bus) > 0 }

    /// The descriptor that the bus waits for, and the time at which it wants to be called in any
    /// case, in microseconds of CLOCK_MONOTONIC.
    package func waits() throws(BusError) -> (descriptor: pollfd, deadline: UInt64) {
        let descriptor = try BusError.check(sd_bus_get_fd(bus), "sd_bus_get_fd")
        let events = try BusError.check(sd_bus_get_events(bus), "sd_bus_get_events")
        var deadline: UInt64 = .max
        try BusError.check(sd_bus_get_timeout(bus, &deadline), "sd_bus_get_timeout")
        return (pollfd(fd: descriptor, events: Int16(events), revents: 0), deadline)
    }

    /// One step: a message, an answer that didn't come in time. Throws when the connection has
    /// ended.
    ///
    /// - Returns: false when there was nothing to do.
    package func process() throws(BusError) -> Bool {
        try BusError.check(sd_bus_process(bus, nil), "the bus") > 0
    }

    /// The bus's own identity, another for each start of it. Only when it is ready.
    package func identity() -> String? {
        var identity = sd_id128_t()
        guard isReady, sd_bus_get_bus_id(bus, &identity) >= 0 else { return nil }
        var text = [CChar](repeating: 0, count: 33)
        return text.withUnsafeMutableBufferPointer { buffer in
            sd_id128_to_string(identity, buffer.baseAddress!).map { String(cString: $0) }
        }
    }

    // MARK: Talking

    package func call(
        _ name: String, path: String, interface: String, method: String
    ) throws(BusError) -> BusMessage {
        try BusMessage(on: bus, to: name, path: path, interface: interface, method: method)
    }

    /// Sends a call; `completion` gets its answer, or an error: also when none came in time. It
    /// isn't called when the connection is dropped before.
    ///
    /// - Parameter starts: whether the bus starts the service for it, if it can.
    package func send(
        _ message: borrowing BusMessage, seconds: UInt64, starts: Bool = true,
        then completion: @escaping (borrowing BusMessage) -> Void
    ) throws(BusError) {
        if !starts {
            try BusError.check(sd_bus_message_set_auto_start(message.pointer, 0), "no start")
        }
        let handler = Unmanaged.passRetained(Handler(completion))
        var slot: OpaquePointer?
        let result = sd_bus_call_async(
            bus, &slot, message.pointer, received, handler.toOpaque(), seconds * 1_000_000)
        guard result >= 0, let slot else {
            handler.release()
            throw BusError(step: "sd_bus_call_async", code: -result)
        }
        sd_bus_slot_set_destroy_callback(slot, released)
        // From now on the slot, and with it the handler, lives until the answer or the end of the
        // bus.
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
    }

    /// Sends a call whose answer nobody wants. Nothing is started for it.
    package func send(unanswered message: borrowing BusMessage) throws(BusError) {
        try BusError.check(sd_bus_message_set_expect_reply(message.pointer, 0), "no reply")
        try BusError.check(sd_bus_message_set_auto_start(message.pointer, 0), "no start")
        try BusError.check(sd_bus_send(bus, message.pointer, nil), "sd_bus_send")
    }

    /// Hears a signal for as long as the connection lives. The bus looks at the sender only for
    /// what it sends to everybody: whoever sends a signal to us alone must be recognised by the
    /// handler.
    ///
    /// - Parameter path: the object that sends it; nil: any.
    package func hear(
        _ signal: String, of interface: String, path: String?, from sender: String,
        _ handle: @escaping (borrowing BusMessage) -> Void
    ) throws(BusError) {
        try hear(handle) { slot, handler in
            sd_bus_match_signal_async(
                bus, &slot, sender, path, interface, signal, received, nil, handler)
        }
    }

    /// Hears `NameOwnerChanged` for one name, for as long as the connection lives.
    package func hearOwnerChanges(
        of name: String, _ handle: @escaping (borrowing BusMessage) -> Void
    ) throws(BusError) {
        let match =
            "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
            + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
        try hear(handle) { slot, handler in
            sd_bus_add_match_async(bus, &slot, match, received, nil, handler)
        }
    }

    private func hear(
        _ handle: @escaping (borrowing BusMessage) -> Void,
        _ add: (_ slot: inout OpaquePointer?, UnsafeMutableRawPointer) -> CInt
    ) throws(BusError) {
        let handler = Unmanaged.passRetained(Handler(handle))
        var slot: OpaquePointer?
        let result = add(&slot, handler.toOpaque())
        guard result >= 0, let slot else {
            handler.release()
            throw BusError(step: "a match", code: -result)
        }
        sd_bus_slot_set_destroy_callback(slot, released)
        slots.append(slot)
    }
}

final class Handler {
    let handle: (borrowing BusMessage) -> Void
    init(_ handle: @escaping (borrowing BusMessage) -> Void) { self.handle = handle }
}

private func received(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let message, let context else { return 0 }
    Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        .handle(BusMessage(borrowing: message))
    return 0
}

func released(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Handler>.fromOpaque(context).release() }
}
