import QuiesceBus
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The connections of a session's message bus, and calls of those that are programs of ours.
/// Belongs to the loop's thread.
///
/// A name is overheard by a connection for each program, as its rules are said once and for all.
final class SessionBus: CallSource {
    private let address: String
    private let loop: EventLoop
    private let identify: (Int32) -> ProcessKey?
    private let called: (ProcessKey) -> Void
    private let ended: (String) -> Void
    private var link: BusLink!
    /// The processes behind unique names.
    private var pids: [String: Int32] = [:]
    private var monitors: [ProcessKey: (names: [String], link: BusLink)] = [:]

    /// - Parameters:
    ///   - identify: the program of a process.
    ///   - called: somebody calls it, and waits.
    ///   - ended: why it is of no more use; once.
    init(
        at address: String, loop: EventLoop, identify: @escaping (Int32) -> ProcessKey?,
        called: @escaping (ProcessKey) -> Void, ended: @escaping (String) -> Void
    ) throws {
        self.address = address
        self.loop = loop
        self.identify = identify
        self.called = called
        self.ended = ended
        link = try BusLink(
            address: address, loop: loop, ready: { [weak self] in self?.follow() },
            ended: { [weak self] why in self?.end(why) })
    }

    deinit { close() }

    func close() {
        link?.close()
        for monitor in monitors.values { monitor.link.close() }
        monitors = [:]
    }

    private func end(_ why: String) {
        close()
        ended(why)
    }

    // MARK: Names

    private static let bus = "org.freedesktop.DBus"

    private func ask(
        _ method: String, of name: String? = nil, then: @escaping (borrowing BusMessage) -> Void
    ) {
        link.attempt { bus throws(BusError) in
            let call = try bus.call(
                Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: method)
            if let name { try call.append(name) }
            try bus.send(call, seconds: Limits.sessionBusSeconds, then: then)
        }
    }

    private func follow() {
        link.attempt { bus throws(BusError) in
            try bus.hear(
                "NameOwnerChanged", of: Self.bus, path: "/org/freedesktop/DBus", from: Self.bus
            ) { [weak self] signal in
                guard let name = signal.string(), name.hasPrefix(":"), signal.string() != nil,
                    let owner = signal.string()
                else { return }
                self?.changed(name, isThere: !owner.isEmpty)
            }
        }
        ask("ListNames") { [weak self] answer in
            for name in answer.strings(limit: Limits.sessionBusNames) ?? []
            where name.hasPrefix(":") {
                self?.changed(name, isThere: true)
            }
        }
    }

    private func changed(_ name: String, isThere: Bool) {
        guard isThere else {
            if pids.removeValue(forKey: name) != nil { refresh() }
            return
        }
        ask("GetConnectionUnixProcessID", of: name) { [weak self] answer in
            guard let self, let pid = answer.uint32() else { return }
            pids[name] = Int32(clamping: pid)
            refresh()
        }
    }

    // MARK: Monitors

    /// A process that nobody knew may be a program's now.
    func refresh() {
        var names: [ProcessKey: [String]] = [:]
        for (name, pid) in pids {
            if let key = identify(pid) { names[key, default: []].append(name) }
        }
        for (key, monitor) in monitors where names[key] == nil {
            monitor.link.close()
            monitors[key] = nil
        }
        for (key, names) in names {
            let names = names.sorted()
            if monitors[key]?.names != names { overhear(key, names) }
        }
    }

    private func overhear(_ key: ProcessKey, _ names: [String]) {
        var made: BusLink?
        // The monitor before hears until this one does.
        let before = monitors[key]?.link
        made = try? BusLink(
            address: address, overhears: true, loop: loop,
            ready: { [weak self] in
                before?.close()
                self?.monitors[key]?.link.attempt { bus throws(BusError) in
                    try bus.overhear(callsOf: names) { self?.called(key) }
                }
            }, ended: { [weak self] in self?.end($0) })
        if let made { monitors[key] = (names, made) }
    }
}
