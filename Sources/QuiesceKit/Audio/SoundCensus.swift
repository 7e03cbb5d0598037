import Synchronization

/// How many players and recorders of the app are at work: its session and the device are told of
/// the first and the last.
final class SoundCensus: Sendable {
    static let shared = SoundCensus()
    private let counts = Mutex((players: 0, recorders: 0))

    func count(_ players: Int, recorders: Int) {
        let (plays, records) = counts.withLock { counts in
            counts.players += players
            counts.recorders += recorders
            return (counts.players > 0, counts.recorders > 0)
        }
        AVAudioSession.sharedInstance().work(plays: plays, records: records)
    }
}
