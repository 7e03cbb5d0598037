/// All that the X server and its window manager say of windows, at one moment.
struct X11Scene: Hashable {
    struct Window: Hashable {
        var id: UInt32
        var pid: Int32
        /// It and all windows that it is in are mapped.
        var isViewable: Bool
        /// Others cover all of it. The server says so of no window that a compositing manager
        /// paints: there, covered ones count as shown.
        var isObscured: Bool
        /// Minimized: some window managers leave such windows mapped.
        var isHidden: Bool
        /// nil: its window manager has none.
        var desktop: UInt32?
    }

    static let allDesktops: UInt32 = 0xffff_ffff

    var windows: [Window]
    var active: UInt32?
    var currentDesktop: UInt32?
    /// The window manager is the compositing manager, and leaves windows of other desktops mapped.
    /// Elsewhere their desktop says nothing: with several monitors, more than one may be shown.
    var paints: Bool

    var desktopWindows: [DesktopWindow] {
        windows.map {
            let isFocused = $0.id == active
            return DesktopWindow(
                number: Int64($0.id), pid: $0.pid, isShown: isFocused || isShown($0),
                isFocused: isFocused)
        }
    }

    private func isShown(_ window: Window) -> Bool {
        guard window.isViewable, !window.isHidden, !window.isObscured else { return false }
        guard paints, let desktop = window.desktop, let currentDesktop else { return true }
        return desktop == currentDesktop || desktop == Self.allDesktops
    }
}
