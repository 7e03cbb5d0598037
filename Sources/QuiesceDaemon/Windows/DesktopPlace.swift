import QuiesceBus
import QuiesceDesktop
import QuiesceLinux

/// The place of a source of windows, as a session's environment names it.
enum DesktopPlace: Sendable, Hashable {
    /// A socket of sway's IPC.
    case sway(String)
    case x11(X11Display)
    /// The address of a session's message bus, where somebody may say it.
    case bus(String)

    /// In the order in which they are tried: under sway, Xwayland is an X server too, and knows a
    /// part of the windows only. So it is under other Wayland compositors, whose extension may say
    /// it on the bus.
    static func all(in environments: [[String: String]]) -> [DesktopPlace] {
        let sways = environments.compactMap { $0["SWAYSOCK"] }.map(Self.sway)
        let displays = environments.filter { $0["WAYLAND_DISPLAY", default: ""].isEmpty }
            .compactMap(X11Display.init(environment:)).map(Self.x11)
        let buses = environments.compactMap { DesktopNotifications.sessionBus($0) }
            .filter(MessageBus.isLocal).map(Self.bus)
        var found: [DesktopPlace] = []
        for place in sways + displays + buses where !found.contains(place) { found.append(place) }
        return found
    }

    /// As `quiesce status` names the source.
    var name: String {
        switch self {
        case .sway: "sway"
        case .x11: "X11"
        case .bus: FocusBus.name
        }
    }

    var socket: String {
        switch self {
        case .sway(let path): path
        case .x11(let display): display.socket
        case .bus(let address): address
        }
    }

    func connect(
        loop: EventLoop, tell: @escaping (WindowNews) -> Void
    ) throws(SystemCallError) -> any WindowSource {
        switch self {
        case .sway(let path): try SwayWindows(at: path, loop: loop, tell: tell)
        case .x11(let display): try X11Windows(on: display, loop: loop, tell: tell)
        case .bus(let address): try FocusBus(at: address, loop: loop, tell: tell)
        }
    }
}
