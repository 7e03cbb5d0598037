import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

extension ControlHandler {
    /// Says where the device is, as a tool has it.
    func playLocation(_ words: [String], _ client: ControlServer.Client) {
        do throws(DeviceChange.Malformed) {
            let location = try PlayedLocation(words: words)
            played(words, client) { device.play(location) }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }

    /// Says that a beacon is heard, or no more.
    func playBeacon(_ words: [String], _ client: ControlServer.Client) {
        do throws(DeviceChange.Malformed) {
            let beacon = try PlayedBeacon(words: words)
            played(words, client) { device.take(.location(beacon.event)) }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }

    func played(_ words: [String], _ client: ControlServer.Client, _ body: () -> Void) {
        perform(
            words.joined(separator: " "), for: client, nobody: "no app has to be told", body)
    }

    func handle(_ request: ControlRequest.Location, _ client: ControlServer.Client) {
        switch request {
        case .location(let track):
            let rows = LocationRow.rows(of: device.machine.locationViews(at: device.ports.now()))
            let places = track ? device.location.track : Array(device.location.track.suffix(1))
            list(rows + places.map { LocationRow($0) }, client)
        }
    }
}
