import QuiesceCore
import QuiesceWire

// Sound: what apps ask and the sound server says are events; the core says who is measured, who is
// muted and who plays.
extension Device {
    /// The sound server does what the core has named after an event.
    func followAudio() { audio.follow(inspect { $0.audioDemand }) }

    /// There is a sound server, or it is gone.
    package func soundServer(_ isThere: Bool) { take(.audio(.server(isThere: isThere))) }

    /// The sound server's reading of all streams of an app together, when that changes.
    package func heard(_ reading: AudioReading, of app: AppID) {
        take(.audio(.heard(app, reading)))
    }

    /// Somebody pressed a key of the desktop, and waits for no answer.
    package func ordered(_ order: RemoteOrder) { take(.audio(.ordered(order, nil))) }

    func carryOut(_ effect: AudioEffect) {
        switch effect {
        case .tell(let app, let launch, let update):
            world.apps.send(ProcessKey(app: app, launch: launch), .audio(update))
        }
    }
}

/// The demand that the sound server was given last. The proxy decides nothing, and a new daemon's
/// has been asked for nothing.
package struct AudioProxy {
    package var port = AudioPort()
    private var demand = AudioDemand()

    package init() {}

    mutating func follow(_ demand: AudioDemand) {
        guard demand != self.demand else { return }
        let before = self.demand
        self.demand = demand
        if demand.muted != before.muted { port.mute(demand.muted) }
        if demand.measured != before.measured { port.measure(demand.measured) }
        if demand.nowPlaying != before.nowPlaying { port.show(demand.nowPlaying) }
    }
}
