import Glibc
import QuiesceAgent
import QuiesceBus
import QuiesceTerminal

/// The distributor's process, from its start to its end.
package enum DistributorProcess {
    /// Serves until it is told to end.
    ///
    /// - Parameters:
    ///   - settings: from the command line, and kept; nil: those that were kept.
    ///   - environment: names the session's bus.
    package static func run(
        _ folder: Folder, settings: Settings?, environment: [String: String]
    ) throws(Failure) {
        try folder.make()
        try folder.lock()
        if let settings { try settings.write(to: folder.settings) }
        var chosen = settings
        if chosen == nil { chosen = try Settings(file: folder.settings) }
        let address = try busAddress(environment)
        let store = try open(folder, chosen)
        do {
            let bus = try MessageBus(address: address)
            let distributor = try Distributor(store: store, bus: bus, settings: chosen)
            try takeName(bus, distributor)
            try distributor.work()
        } catch let failure as Failure { throw failure } catch {
            throw .refused("the message bus at \(address) can't be used: \(error)")
        }
    }

    private static func busAddress(_ environment: [String: String]) throws(Failure) -> String {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
            throw .refused("there is no session's message bus: DBUS_SESSION_BUS_ADDRESS isn't set")
        }
        return "unix:path=\(folder)/bus"
    }

    private static func open(_ folder: Folder, _ chosen: Settings?) throws(Failure) -> Store {
        do {
            let store = try Store(path: folder.database)
            if let name = chosen?.name, store[.upstream] != name {
                try store.begin(with: name)
            }
            return store
        } catch {
            throw .refused(
                "\(folder.database) can't be used (\(error)); mend it, or move it away: programs register again"
            )
        }
    }

    private static func takeName(_ bus: MessageBus, _ distributor: Distributor) throws {
        let request = try BusName.ask(bus, "RequestName", BusName.own)
        try request.append(4 as UInt32)  // Another's isn't waited for.
        try bus.send(request, seconds: Limits.busSeconds) { [unowned distributor] answer in
            let result = answer.errorName == nil ? answer.uint32() : nil
            guard result == 1 || result == 4 else {
                distributor.trouble = .refused(
                    "the name \(BusName.own) can't be had: \(answer.errorText ?? "another program has it")"
                )
                return
            }
            say("serving \(BusName.own)")
        }
    }
}

extension Settings {
    /// The server's name, which is another one for another server.
    var name: String {
        switch self {
        case .ntfy(let url, _): "ntfy \(url)"
        case .gateway(let url, _, _): "gateway \(url)"
        }
    }
}
