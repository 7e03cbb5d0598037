import Glibc
import QuiesceBus
import QuiesceCore
import QuiesceLinux

/// The session's message bus, where a desktop's extension says which windows are shown: GNOME Shell
/// and KWin tell that to nobody else. The connection that has said it last is believed, until it
/// ends. Belongs to the loop's thread.
final class FocusBus: WindowSource {
    static let name = "org.quiesce.Focus1"
    static let path = "/org/quiesce/Focus1"
    private static let bus = "org.freedesktop.DBus"

    private let tell: (WindowNews) -> Void
    private var link: BusLink!
    /// The unique name of the extension's connection.
    private var speaker: String?
    private var scene = FocusScene()

    init(
        at address: String, loop: EventLoop, tell: @escaping (WindowNews) -> Void
    ) throws(SystemCallError) {
        self.tell = tell
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.enter() },
                ended: { why in tell(.ended("has ended: \(why)")) })
        } catch {
            throw SystemCallError("\(address): \(error)", errno: EIO)
        }
    }

    deinit { close() }

    func close() { link?.close() }

    /// The extension hears it, if it can raise windows.
    func focus(_ window: DesktopWindow) {
        guard let pid = UInt32(exactly: window.pid) else { return }
        link.attempt { bus throws(BusError) in
            try bus.signal("Raise", of: Self.name, path: Self.path) { signal throws(BusError) in
                try signal.append(pid)
            }
        }
    }

    // MARK: On the bus

    private func enter() {
        link.attempt { bus throws(BusError) in
            try bus.hear(
                "NameOwnerChanged", of: Self.bus, path: "/org/freedesktop/DBus", from: Self.bus
            ) { [weak self] signal in
                guard let name = signal.string(), signal.string() != nil,
                    signal.string()?.isEmpty == true
                else { return }
                self?.left(name)
            }
            try bus.serve(Self.path) { [weak self] in self?.called($0) }
            let request = try ask(bus, "RequestName", Self.name)
            // Another device may have it: the next is told once that one has gone.
            try request.append(0 as UInt32)
            try bus.send(request, seconds: Limits.sessionBusSeconds) { [tell] answer in
                if let why = answer.errorText { tell(.ended("gives no name: \(why)")) }
            }
        }
        // Whoever was frozen when nobody could say so yet runs on.
        tell(.unknown)
    }

    private func ask(
        _ bus: MessageBus, _ method: String, _ name: String
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(
            Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: method)
        try call.append(name)
        return call
    }

    private func left(_ name: String) {
        guard name == speaker else { return }
        speaker = nil
        scene = FocusScene()
        tell(.unknown)
    }

    // MARK: Calls

    private func called(_ call: borrowing BusMessage) {
        guard let (interface, method) = call.method, let sender = call.sender else { return }
        guard interface != "org.freedesktop.DBus.Introspectable" else {
            return link.attempt { bus throws(BusError) in
                try bus.answer(call) { answer throws(BusError) in
                    try answer.append(Self.introspection)
                }
            }
        }
        guard interface == nil || interface == Self.name,
            let read = FocusScene.News.reader(of: method)
        else {
            return refuse(call, "UnknownMethod", "\(Self.name) has Focused and Shown alone")
        }
        guard let news = read(call) else {
            return refuse(
                call, "InvalidArgs",
                "Focused takes a name and a process's number, Shown such numbers, all also as text")
        }
        if sender == speaker { return take(news, of: sender, call) }
        let held = HeldMessage(call)
        link.attempt { bus throws(BusError) in
            try bus.send(
                ask(bus, "GetConnectionUnixUser", sender), seconds: Limits.sessionBusSeconds
            ) { [weak self] answer in
                guard let self else { return }
                guard answer.errorName == nil, answer.uint32() == geteuid() else {
                    return refuse(
                        held.message, "AccessDenied", "the device is another user's, or nobody's")
                }
                take(news, of: sender, held.message)
            }
        }
    }

    private func refuse(_ call: borrowing BusMessage, _ error: String, _ text: String) {
        link.attempt { bus throws(BusError) in
            try bus.refuse(call, "org.freedesktop.DBus.Error.\(error)", text)
        }
    }

    private func take(_ news: FocusScene.News, of sender: String, _ call: borrowing BusMessage) {
        if sender != speaker {
            speaker = sender
            scene = FocusScene()
        }
        scene.take(news) { access("/proc/\($0)", F_OK) == 0 }
        link.attempt { bus throws(BusError) in try bus.answer(call) { _ in } }
        if let windows = scene.windows { tell(.windows(windows)) }
    }

    private static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node><interface name="\(name)">
        <method name="Focused"><arg name="app" type="s" direction="in"/>\
        <arg name="pid" type="u" direction="in"/></method>
        <method name="Shown"><arg name="pids" type="au" direction="in"/></method>
        <signal name="Raise"><arg name="pid" type="u"/></signal>
        </interface></node>
        """
}
