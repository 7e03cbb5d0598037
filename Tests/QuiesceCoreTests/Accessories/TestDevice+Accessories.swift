@testable import QuiesceCore

let scaleProtocol = "org.example.scale"

extension PluggedAccessory {
    static func test(
        _ name: String = "Scale", speaking: [String] = [scaleProtocol], identity: String? = nil,
        path: String? = "/dev/ttyUSB0", isSimulated: Bool = false
    ) -> PluggedAccessory {
        PluggedAccessory(
            Accessory(name: name, protocols: speaking), identity: identity ?? "usb:\(name)",
            path: path, isSimulated: isSimulated)
    }
}

extension TestDevice {
    func plug(_ plugged: PluggedAccessory = .test()) {
        send(.accessory(.plugged(plugged, nil)))
        run()
    }

    func unplug(_ plugged: PluggedAccessory = .test()) {
        send(.accessory(.unplugged(identity: plugged.identity)))
        run()
    }

    /// The app opens a session with the accessory that was connected as number `connection`.
    func talk(
        _ app: AppID, _ session: UInt64 = 1, with connection: UInt64 = 1,
        speaking: String = scaleProtocol, isHeld: Bool = false
    ) {
        ask(
            app,
            .open(session: session, connection: connection, speaking: speaking, isHeld: isHeld))
    }

    func ask(_ app: AppID, _ request: AccessoryRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .accessory(.asked(app, process.launch, request: $0, request)) }
        run()
    }

    /// There is something to read, if somebody watches that terminal, as the shell would see.
    func sends(_ connection: UInt64 = 1) {
        guard watched.contains(connection) else { return }
        send(.accessory(.readable(connection: connection)))
        run()
    }

    var watched: [UInt64] { machine.accessoryWires(at: now).filter(\.isWatched).map(\.connection) }
    var openWires: [UInt64] { machine.accessoryWires(at: now).filter(\.isOpen).map(\.connection) }

    /// The news in the app's accessory callbacks, in order.
    func accessoryNews(_ app: AppID) -> [AccessoryNews] {
        (heard[app] ?? []).compactMap {
            if case .accessories(let call) = $0 { call.news } else { nil }
        }
    }

    /// The names that it was told to be connected, each time.
    func toldAccessories(_ app: AppID) -> [[String]] {
        accessoryNews(app).compactMap {
            if case .present(let accessories) = $0 { accessories.map(\.name) } else { nil }
        }
    }

    /// Terminals that it was given.
    func given(_ app: AppID) -> [UInt64] {
        effects.compactMap {
            if case .accessory(.give(app, _, _, let connection)) = $0 { connection } else { nil }
        }
    }

    /// Why its sessions weren't opened, or are over.
    func closedSessions(_ app: AppID) -> [String] {
        effects.compactMap {
            if case .accessory(.tell(app, _, .closed(_, let reason))) = $0 { reason } else { nil }
        }
    }
}
