import QuiesceCore
import QuiesceShell
import QuiesceWire

extension ControlHandler {
    /// Plays an adapter, and peripherals and centrals around it, as a tool has it.
    func playBluetooth(_ words: [String], _ client: ControlServer.Client) {
        do throws(DeviceChange.Malformed) {
            device.play(try PlayedBluetooth(words: words))
            client.send(.done(message: nil))
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }
}
