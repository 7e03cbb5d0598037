import Foundation
import QuiesceCore
import QuiesceWire

// Accessories: what apps ask and the machine says are events; the core says who gets which
// terminal, and which are watched.
extension Device {
    /// Terminals are held and watched as the core has it after an event.
    func followAccessories() { accessories.follow(wires) }

    private var wires: [AccessoryWire] {
        inspect { machine in
            machine.hasAccessories ? machine.accessoryWires(at: world.now()) : []
        }
    }

    /// Something is connected, or is there still.
    package func plugged(_ plugged: PluggedAccessory) { take(.accessory(.plugged(plugged, nil))) }

    /// The kernel says that it is gone.
    package func unplugged(_ identity: String) {
        take(.accessory(.unplugged(identity: identity)))
    }

    /// Bytes wait in a terminal that is watched. They may do so still when the core has heard of
    /// it.
    package func readable(_ connection: UInt64) {
        take(.accessory(.readable(connection: connection)))
        // Terminals that are watched as before are watched anew: the port reports each once for
        // each call.
        accessories.port.follow(wires)
    }

    /// A tool connects something (D1).
    ///
    /// - Parameter reply: the terminal, if it has one, and the core's answer.
    /// - Throws: an error that says why its terminal can't be used.
    package func simulate(
        _ wanted: SimulatedAccessory, reply: @escaping (PluggedAccessory, Answer) -> Void
    ) throws {
        let made = try accessories.port.simulate(wanted)
        ask(
            { .accessory(.plugged(made, $0)) },
            reply: { [self] answer in
                if case .refused = answer { accessories.port.forget(made) }
                reply(made, answer)
            })
    }

    func carryOut(_ effect: AccessoryEffect) {
        switch effect {
        case .tell(let app, let launch, let update):
            world.apps.send(ProcessKey(app: app, launch: launch), .accessory(update))
        case .give(let app, let launch, let session, let connection):
            give(connection, to: ProcessKey(app: app, launch: launch), session)
        }
    }

    /// The terminal may have to be opened first, which takes its time.
    private func give(_ connection: UInt64, to key: ProcessKey, _ session: UInt64) {
        followAccessories()
        guard let wire = wires.first(where: { $0.connection == connection }) else { return }
        accessories.port.open(wire) { [self] descriptor, code in
            if let code, code != 0 {
                return take(.accessory(.wireFailed(connection: connection, code: code)))
            }
            let isWanted = inspect { $0.hasAccessorySession(session, key.app, key.launch) }
            guard isWanted else {
                if descriptor >= 0 { close(descriptor) }
                return
            }
            world.apps.give(key, .accessory(.opened(session: session)), descriptor)
        }
    }

    /// Tells an app its accessories, before anything else over this connection. An app that speaks
    /// to no accessories is told nothing.
    func tellAccessories(to key: ProcessKey) {
        let speaks = inspect { $0.speaksToAccessories(key.app) }
        guard speaks else { return }
        let told = inspect { $0.accessoriesTold(to: key.app, key.launch) }
        world.apps.send(key, .accessory(.present(told ?? [])))
    }
}
