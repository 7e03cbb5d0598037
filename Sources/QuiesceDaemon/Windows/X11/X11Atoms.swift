import CXCB
import Glibc

/// The server's numbers for names of the Extended Window Manager Hints.
struct X11Atoms {
    let clients, active, currentDesktop, check, desktop, state, hidden, process, compositor: UInt32

    /// - Parameter connection: one that has ended gives zeros, which name nothing.
    init(_ connection: OpaquePointer) {
        let names = [
            "_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW", "_NET_CURRENT_DESKTOP",
            "_NET_SUPPORTING_WM_CHECK", "_NET_WM_DESKTOP", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN",
            "_NET_WM_PID", "_NET_WM_CM_S0",
        ]
        let cookies = names.map { xcb_intern_atom(connection, 0, UInt16($0.utf8.count), $0) }
        let atoms = cookies.map { cookie -> UInt32 in
            guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { return 0 }
            defer { free(reply) }
            return reply.pointee.atom
        }
        clients = atoms[0]
        active = atoms[1]
        currentDesktop = atoms[2]
        check = atoms[3]
        desktop = atoms[4]
        state = atoms[5]
        hidden = atoms[6]
        process = atoms[7]
        compositor = atoms[8]
    }

    /// Whether a property says what is shown or focused.
    func areWatched(_ atom: UInt32) -> Bool {
        [clients, active, currentDesktop, check, desktop, state].contains(atom)
    }
}
