import QuiesceAnswers
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

extension ControlHandler {
    /// Connects and disconnects accessories, and lists them. One that speaks nothing is a name that
    /// every app hears of, and no more.
    func playAccessory(_ words: [String], _ client: ControlServer.Client) {
        let action = words.joined(separator: " ")
        do throws(DeviceChange.Malformed) {
            switch try PlayedAccessory(words: words) {
            case .list: list(device.machine.accessoryViews.map { AccessoryRow($0) }, client)
            case .connect(let accessory, let path):
                connect(SimulatedAccessory(accessory, path: path), client)
            case .disconnect(let name):
                let isNamed = device.machine.accessoryViews.contains {
                    $0.plugged.isSimulated && $0.plugged.accessory.name == name
                }
                if isNamed {
                    perform(action, for: client, nobody: "no app has to be told") {
                        .accessory(.disconnect(name: name, $0))
                    }
                } else {
                    change(.accessory(name, connected: false), action, client)
                }
            case .name(let name): change(.accessory(name, connected: true), action, client)
            }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }

    private func connect(_ wanted: SimulatedAccessory, _ client: ControlServer.Client) {
        do {
            try device.simulate(wanted) { [self] made, answer in
                if case .done = answer, wanted.path == nil, let path = made.path {
                    return client.send(.done(message: "\(made.accessory.name) is at \(path)"))
                }
                self.answer(client)(answer)
            }
        } catch {
            client.refuse(
                Reason.accessoryUnreachable.rawValue,
                "\(wanted.path ?? "a pseudo-terminal") can't be used: \(error)")
        }
    }
}
