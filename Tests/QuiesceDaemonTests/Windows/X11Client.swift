import CXCB
import Glibc
import TestSupport
import Testing

/// A program with windows, which plays their window manager too.
final class X11Client {
    private let connection: OpaquePointer
    let root: UInt32
    private var manager: UInt32 = 0

    init(of server: XServer) throws {
        var name = Array("MIT-MAGIC-COOKIE-1".utf8CString.dropLast())
        var cookie = server.cookie.map { CChar(bitPattern: $0) }
        connection = name.withUnsafeMutableBufferPointer { name in
            cookie.withUnsafeMutableBufferPointer { cookie in
                var info = xcb_auth_info_t(
                    namelen: CInt(name.count), name: name.baseAddress,
                    datalen: CInt(cookie.count), data: cookie.baseAddress)
                return xcb_connect_to_display_with_auth_info(":\(server.number)", &info, nil)
            }
        }
        try #require(xcb_connection_has_error(connection) == 0)
        root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
    }

    deinit { xcb_disconnect(connection) }

    private func flush() { xcb_flush(connection) }

    // MARK: Windows

    /// A window of 100 pixels, mapped.
    func window(at x: Int16 = 0, in parent: UInt32? = nil) -> UInt32 {
        let id = xcb_generate_id(connection)
        xcb_create_window(connection, 0, id, parent ?? root, x, 0, 100, 100, 0, 0, 0, 0, nil)
        map(id)
        return id
    }

    func map(_ window: UInt32) {
        xcb_map_window(connection, window)
        flush()
    }

    func unmap(_ window: UInt32) {
        xcb_unmap_window(connection, window)
        flush()
    }

    func destroy(_ window: UInt32) {
        xcb_destroy_window(connection, window)
        flush()
    }

    func move(_ window: UInt32, to x: Int16) {
        var value = UInt32(bitPattern: Int32(x))
        xcb_configure_window(connection, window, UInt16(XCB_CONFIG_WINDOW_X.rawValue), &value)
        flush()
    }

    // MARK: Their manager

    /// From now on it is there, and manages these.
    func manage(_ windows: [UInt32]) {
        if manager == 0 {
            manager = xcb_generate_id(connection)
            xcb_create_window(connection, 0, manager, root, -9, -9, 1, 1, 0, 0, 0, 0, nil)
            for window in [manager, root] {
                set("_NET_SUPPORTING_WM_CHECK", [manager], of: window)
            }
        }
        set("_NET_CLIENT_LIST", windows, of: root)
    }

    /// It is gone as by a crash: the root keeps what it has said.
    func crashManager() {
        destroy(manager)
        manager = 0
    }

    func activate(_ window: UInt32) { set("_NET_ACTIVE_WINDOW", [window], of: root) }

    func show(desktop: UInt32) { set("_NET_CURRENT_DESKTOP", [desktop], of: root) }

    /// It paints all windows.
    func composite() {
        xcb_set_selection_owner(connection, manager, atom("_NET_WM_CM_S0"), 0)
        flush()
    }

    // MARK: Selections

    /// It owns this selection from now on.
    func copy(_ selection: String) {
        xcb_set_selection_owner(connection, window(), atom(selection), 0)
        flush()
    }

    func paste(_ selection: String) {
        let text: UInt32 = 31
        xcb_convert_selection(connection, root, atom(selection), text, text, 0)
        flush()
    }

    // MARK: Properties

    func set(_ name: String, _ values: [UInt32], of window: UInt32) {
        xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), 4, 32,
            UInt32(values.count), values)
        flush()
    }

    func set(_ name: String, _ text: String, of window: UInt32) {
        xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), 31, 8,
            UInt32(text.utf8.count), Array(text.utf8))
        flush()
    }

    func atom(_ name: String) -> UInt32 {
        let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
        let reply = xcb_intern_atom_reply(connection, cookie, nil)
        defer { free(reply) }
        return reply?.pointee.atom ?? 0
    }

    // MARK: Messages to the manager

    func listen() {
        var mask = XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        xcb_change_window_attributes(connection, root, XCB_CW_EVENT_MASK.rawValue, &mask)
        // An answer: all before it is carried out.
        _ = atom("_NET_ACTIVE_WINDOW")
    }

    /// The next message: its type, its window and who asks.
    func nextMessage() -> [UInt32] {
        while let event = xcb_wait_for_event(connection) {
            defer { free(event) }
            guard event.pointee.response_type & 0x7f == XCB_CLIENT_MESSAGE else { continue }
            let message = UnsafeRawPointer(event).load(as: xcb_client_message_event_t.self)
            return [message.type, message.window, message.data.data32.0]
        }
        return []
    }
}
