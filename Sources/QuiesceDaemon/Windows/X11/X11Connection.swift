import CXCB
import Glibc

/// A client of an X server, which tells what changes among the windows of its screen. Belongs to a
/// thread of its own.
final class X11Connection {
    enum Order: Sendable {
        case focus(UInt32)
        case end
    }

    let connection: OpaquePointer
    let root: UInt32
    let atoms: X11Atoms
    /// nil: the server doesn't say which process a client is.
    let processes: X11Processes?
    /// Resources of one client differ in these bits.
    let clientMask: UInt32
    /// Windows whose events we get.
    var selected: Set<UInt32> = []
    var obscured: Set<UInt32> = []

    /// Serves the connection until it ends, or is told to.
    ///
    /// - Parameter descriptor: a connected socket, closed at the end.
    /// - Returns: why it has ended; for the log.
    static func run(
        _ descriptor: CInt, to display: X11Display, orders: Inbox<Order>,
        tell: (WindowNews) -> Void
    ) -> String {
        let connection = display.client(on: descriptor)
        defer { xcb_disconnect(connection) }
        guard xcb_connection_has_error(connection) == 0, let client = X11Connection(connection)
        else { return "doesn't let us in" }
        return client.serve(orders, tell)
    }

    private init?(_ connection: OpaquePointer) {
        guard let setup = xcb_get_setup(connection),
            let screen = xcb_setup_roots_iterator(setup).data
        else { return nil }
        self.connection = connection
        root = screen.pointee.root
        clientMask = ~setup.pointee.resource_id_mask
        atoms = X11Atoms(connection)
        processes = X11Processes(connection)
        select(
            root,
            XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue)
    }

    // MARK: Its life

    private func serve(_ orders: Inbox<Order>, _ tell: (WindowNews) -> Void) -> String {
        var told: WindowNews?
        var isStale = true
        while true {
            if isStale {
                let news = read().map { .windows($0.desktopWindows) } ?? WindowNews.unknown
                // An answer is no news when the server is gone meanwhile.
                if xcb_connection_has_error(connection) == 0, news != told {
                    told = news
                    tell(news)
                }
            }
            for order in orders.take() {
                switch order {
                case .focus(let window): focus(window)
                case .end: return "is left"
                }
            }
            xcb_flush(connection)
            // Answers bring events along, which no descriptor tells of.
            isStale = takeEvents()
            if xcb_connection_has_error(connection) != 0 { return "has ended" }
            if !isStale { wait(for: orders) }
        }
    }

    private func wait(for orders: Inbox<Order>) {
        var both = [xcb_get_file_descriptor(connection), orders.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&both, nfds_t(both.count), -1)
    }

    /// - Returns: whether something may be shown, hidden or focused after them.
    private func takeEvents() -> Bool {
        var isStale = false
        while let event = xcb_poll_for_event(connection) {
            defer { free(event) }
            if take(UnsafeMutableRawPointer(event)) { isStale = true }
        }
        return isStale
    }

    private func take(_ event: UnsafeMutableRawPointer) -> Bool {
        // The highest bit: another client has sent it.
        switch CInt(event.load(as: UInt8.self) & 0x7f) {
        case XCB_PROPERTY_NOTIFY:
            return atoms.areWatched(event.load(as: xcb_property_notify_event_t.self).atom)
        case XCB_VISIBILITY_NOTIFY:
            let change = event.load(as: xcb_visibility_notify_event_t.self)
            let isObscured = UInt32(change.state) == XCB_VISIBILITY_FULLY_OBSCURED.rawValue
            return isObscured
                ? obscured.insert(change.window).inserted
                : obscured.remove(change.window) != nil
        case XCB_DESTROY_NOTIFY:
            // Its number may be another's next.
            selected.remove(event.load(as: xcb_destroy_notify_event_t.self).window)
            return true
        case XCB_MAP_NOTIFY, XCB_UNMAP_NOTIFY: return true
        case _: return false
        }
    }

    func select(_ window: UInt32, _ events: UInt32) {
        var events = events
        xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, &events)
    }

    /// As pagers do, which show the desktop first: openbox only marks a window on another one as
    /// urgent.
    private func focus(_ window: UInt32) {
        if let desktop = desktopToShow(for: window) { ask(atoms.currentDesktop, desktop, of: root) }
        let pager: UInt32 = 2
        ask(atoms.active, pager, of: window)
    }

    /// Asks the window manager.
    private func ask(_ type: UInt32, _ value: UInt32, of window: UInt32) {
        var message = xcb_client_message_event_t()
        message.response_type = UInt8(XCB_CLIENT_MESSAGE)
        message.format = 32
        message.window = window
        message.type = type
        message.data.data32.0 = value
        let mask =
            XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
            | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
        withUnsafeBytes(of: &message) {
            _ = xcb_send_event(
                connection, 0, root, mask, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }
}
