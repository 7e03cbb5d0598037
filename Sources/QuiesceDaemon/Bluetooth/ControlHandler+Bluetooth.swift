import QuiesceCore
import QuiesceShell
import QuiesceWire

extension ControlHandler {
    /// Plays an adapter, and peripherals and centrals around it, as a tool has it.
    func playBluetooth(_ words: [String], _ client: ControlServer.Client) {
        do throws(DeviceChange.Malformed) {
            let bluetooth = try PlayedBluetooth(words: words)
            played(words, client) { device.play(bluetooth) }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }
}
