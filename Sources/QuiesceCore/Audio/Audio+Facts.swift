// The app that played last, which survives.
extension Audio {
    /// Everything of it that must survive.
    var facts: [Fact] { [player?.fact].compactMap(\.self) }

    mutating func setPlayer(_ player: AudioFact?, in around: inout Surroundings) {
        guard player != self.player else { return }
        let before = self.player?.fact
        self.player = player
        if let fact = player?.fact {
            if fact != before { around.out.record(.put(fact)) }
        } else if before != nil {
            around.out.record(.delete(key: Fact.audioKey))
        }
    }

    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {
        for case .audio(let fact) in facts {
            // A damaged store may know it, but not its app.
            guard let launch = around.launch(of: fact.app) else { continue }
            player = fact
            var client = AudioClient(app: fact.app, launch: launch)
            client.takes = fact.takes
            clients.append(client)
        }
    }
}

/// The app that played last.
// derive: json
public struct AudioFact: Sendable, Hashable {
    public var app: AppID
    /// It has a session, so it hears of keys. Of another program nothing survives, as it couldn't
    /// be told what to play.
    // json: hasSession unless true
    public var hasSession = true
    public var takes: [RemoteCommand] = []

    var fact: Fact? { hasSession ? .audio(self) : nil }
}
