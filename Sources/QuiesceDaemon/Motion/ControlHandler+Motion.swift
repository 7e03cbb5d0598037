import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

extension ControlHandler {
    /// Plays a sensor to the apps that have asked for it. Nothing is decided by that, so it is no
    /// event.
    func playMotion(_ words: [String], _ client: ControlServer.Client) {
        do throws(DeviceChange.Malformed) {
            let heard = device.play(try MotionReading(words: words))
            list(heard.map { MotionRow($0.app, heard: $0.heard) }, client)
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }
}
