import CXCB
import Glibc
import QuiesceCore

/// Questions to the server. All that don't need each other's answers are asked at once.
extension X11Connection {
    /// - Returns: nil: there is no window manager that says which windows there are.
    func read() -> X11Scene? {
        let questions = [atoms.check, atoms.clients, atoms.active, atoms.currentDesktop]
            .map { ask($0, of: root) }
        let painter = xcb_get_selection_owner(connection, atoms.compositor)
        let answers = questions.map(answer)
        let compositor = take(xcb_get_selection_owner_reply(connection, painter, nil))?.owner ?? 0
        // The root keeps the word of a window manager that has ended, and its own window doesn't.
        guard let manager = answers[0]?.first, answer(ask(atoms.check, of: manager)) == [manager],
            let windows = answers[1]
        else { return nil }
        return X11Scene(
            windows: read(windows), active: answers[2]?.first, currentDesktop: answers[3]?.first,
            paints: compositor != 0 && compositor & clientMask == manager & clientMask)
    }

    /// - Returns: nil: the window's desktop is shown already, or there is one only.
    func desktopToShow(for window: UInt32) -> UInt32? {
        let questions = [ask(atoms.desktop, of: window), ask(atoms.currentDesktop, of: root)]
        let answers = questions.map { answer($0)?.first }
        guard let desktop = answers[0], desktop != X11Scene.allDesktops, desktop != answers[1]
        else { return nil }
        return desktop
    }

    private func read(_ windows: [UInt32]) -> [X11Scene.Window] {
        // Before they are asked about: a change in between is told.
        for window in windows where selected.insert(window).inserted {
            select(
                window,
                XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
                    | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
                    | XCB_EVENT_MASK_VISIBILITY_CHANGE.rawValue)
        }
        selected.formIntersection(windows)
        obscured.formIntersection(windows)
        let questions = windows.map {
            (
                id: $0, attributes: xcb_get_window_attributes(connection, $0),
                state: ask(atoms.state, of: $0), desktop: ask(atoms.desktop, of: $0)
            )
        }
        let pids = processes.map { known($0.pids(), windows) } ?? claimedProcesses(windows)
        return questions.compactMap { question in
            let attributes = take(
                xcb_get_window_attributes_reply(connection, question.attributes, nil))
            let state = answer(question.state)
            let desktop = answer(question.desktop)?.first
            guard let attributes, let pid = pids[question.id] else { return nil }
            return X11Scene.Window(
                id: question.id, pid: pid,
                isViewable: UInt32(attributes.map_state) == XCB_MAP_STATE_VIEWABLE.rawValue,
                isObscured: obscured.contains(question.id),
                isHidden: state?.contains(atoms.hidden) ?? false, desktop: desktop)
        }
    }

    // MARK: Their processes

    private func known(_ clients: [UInt32: Int32], _ windows: [UInt32]) -> [UInt32: Int32] {
        windows.reduce(into: [:]) { $0[$1] = clients[$1 & clientMask] }
    }

    /// By the windows' own word, where the server lacks the extension.
    private func claimedProcesses(_ windows: [UInt32]) -> [UInt32: Int32] {
        let questions = windows.map {
            (
                id: $0, pid: ask(atoms.process, of: $0),
                machine: ask(UInt32(XCB_ATOM_WM_CLIENT_MACHINE.rawValue), of: $0)
            )
        }
        return questions.reduce(into: [:]) { pids, question in
            let pid = answer(question.pid)?.first
            guard bytes(question.machine) == X11Cookie.hostName, let pid else { return }
            pids[question.id] = Int32(truncatingIfNeeded: pid)
        }
    }

    // MARK: Properties

    private func ask(_ property: UInt32, of window: UInt32) -> xcb_get_property_cookie_t {
        xcb_get_property(connection, 0, window, property, 0, 0, Limits.x11PropertyWords)
    }

    /// - Returns: nil: the window has no such property, or is gone.
    private func answer(_ cookie: xcb_get_property_cookie_t) -> [UInt32]? {
        property(cookie, format: 32) { Array($0.bindMemory(to: UInt32.self)) }
    }

    private func bytes(_ cookie: xcb_get_property_cookie_t) -> [UInt8]? {
        property(cookie, format: 8) { Array($0) }
    }

    private func property<Value>(
        _ cookie: xcb_get_property_cookie_t, format: UInt8,
        _ value: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
        guard let reply = xcb_get_property_reply(connection, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.format == format else { return nil }
        return value(
            UnsafeRawBufferPointer(
                start: xcb_get_property_value(reply),
                count: Int(xcb_get_property_value_length(reply))))
    }

    private func take<Reply>(_ reply: UnsafeMutablePointer<Reply>?) -> Reply? {
        defer { free(reply) }
        return reply?.pointee
    }
}
