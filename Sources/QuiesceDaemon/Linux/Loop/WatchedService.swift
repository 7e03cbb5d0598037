import QuiesceBus
import QuiesceCore
import QuiesceLinux

extension Limits {
    /// Seconds for a service of the system bus to say what its properties are.
    static let propertiesAnswerSeconds: UInt64 = 10
}

/// The properties of one object of a service of the system bus, as they are now. Nothing starts the
/// service.
final class WatchedService: SystemBusGuest {
    let name: String
    let path: String
    let interface: String
    /// nil: there is no such service.
    private(set) var properties: [String: BusTree]?
    /// Called when they may be otherwise.
    private let changed: () -> Void
    private var wasRead = false
    /// The service's unique name, once it has answered.
    private var owner: String?
    private weak var link: BusLink?

    private static let bus = "org.freedesktop.DBus"
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    init(name: String, path: String, interface: String, changed: @escaping () -> Void) {
        self.name = name
        self.path = path
        self.interface = interface
        self.changed = changed
    }

    func enter(_ link: BusLink) {
        self.link = link
        link.attempt { bus throws(BusError) in
            try bus.hear(
                "PropertiesChanged", of: Self.propertiesInterface, path: path, from: name
            ) { [weak self] in self?.propertiesChanged($0) }
            try bus.hearOwnerChanges(of: name) { [weak self] in self?.ownerChanged($0) }
        }
        read()
    }

    func busEnded() { lost() }

    private func lost() {
        owner = nil
        take(nil)
    }

    private func read() {
        link?.attempt { bus throws(BusError) in
            let call = try bus.call(
                name, path: path, interface: Self.propertiesInterface, method: "GetAll")
            try call.append(interface)
            try bus.send(call, seconds: Limits.propertiesAnswerSeconds, starts: false) {
                [weak self] answer in self?.answered(answer)
            }
        }
    }

    private func answered(_ answer: borrowing BusMessage) {
        guard answer.errorName == nil, let sender = answer.sender, sender != Self.bus,
            let tree = answer.tree()
        else { return lost() }
        owner = sender
        take(tree.entries)
    }

    /// Its match hears signals of whoever has the name; one that was sent to us alone is known by
    /// its sender.
    private func propertiesChanged(_ signal: borrowing BusMessage) {
        guard let owner, signal.sender == owner, signal.tree()?.text == interface,
            let news = signal.tree()?.entries
        else { return }
        // Those that are said to have changed, without their values, are asked for.
        if signal.tree()?.texts.isEmpty == false { return read() }
        take((properties ?? [:]).merging(news) { $1 })
    }

    private func ownerChanged(_ signal: borrowing BusMessage) {
        guard signal.sender == Self.bus, signal.string() == name, signal.string() != nil,
            let new = signal.string()
        else { return }
        // Another one's properties are its own.
        lost()
        if !new.isEmpty { read() }
    }

    private func take(_ new: [String: BusTree]?) {
        guard !wasRead || new != properties else { return }
        wasRead = true
        properties = new
        changed()
    }
}
