// The views of sound for `why`, tools and the shell.
extension Audio {
    /// An app's use of sound, and the interruption of its sound by others.
    func pending(
        of app: AppID, at _: Moment?, _: borrowing Surroundings
    ) -> [Pending] {
        guard let at = place(of: app) else { return [] }
        let client = clients[at]
        if client.goesOn {
            return [
                Pending(
                    .audio,
                    client.isHeard
                        ? "It plays or records, and executes out of sight until it stops"
                        : "It cannot be heard, and executes out of sight for \(Limits.silenceLimit.spoken) of that at most",
                    .a1)
            ]
        }
        switch client.interrupter {
        case .app(let other):
            return [Pending(.audio, "Its sound was interrupted by \(other.name)", .a3)]
        case .call: return [Pending(.audio, "Its sound was interrupted by a call", .a3)]
        case .background:
            return [Pending(.audio, "Its sound may go on once it is in front again", .a2)]
        case nil: return []
        }
    }
}

/// The demands on the sound server.
public struct AudioDemand: Sendable, Hashable {
    /// Apps of which it matters whether they can be heard.
    public var measured: Set<AppID> = []
    /// Apps that must not be heard.
    public var muted: Set<AppID> = []
    /// The player that a desktop shows; nil: nobody plays.
    public var nowPlaying: NowPlaying?

    package init() {}
}

extension SystemMachine {
    /// The demands on the sound server now, and the player that is shown to the desktop.
    public var audioDemand: AudioDemand {
        var demand = AudioDemand()
        guard !audio.isIdle else { return demand }
        for client in audio.clients where around.isAlive(client.app, client.launch) {
            let mayBeHeard = client.goesOn || around.isInFront(client.app)
            if !mayBeHeard || client.interrupter != nil {
                demand.muted.insert(client.app)
            } else if client.goesOn {
                demand.measured.insert(client.app)
            }
        }
        // A program that hears no keys isn't shown beside buttons for them.
        if let player = audio.player?.app, !around.isHosted(player),
            let at = audio.place(of: player)
        {
            let client = audio.clients[at]
            demand.nowPlaying = NowPlaying(
                app: player, item: client.item,
                isPlaying: client.sounds(hasServer: audio.hasServer), takes: client.takes)
        }
        return demand
    }

    /// An app that makes sound, or has a session.
    public struct AudioView: Sendable, Hashable {
        public var app: AppID
        public var setting: AudioSetting?
        public var isActive: Bool
        public var isPlaying: Bool
        public var isRecording: Bool
        /// Its sound lets it execute out of sight.
        public var goesOn: Bool
        public var isInterrupted: Bool
        public var item: NowPlayingItem?
    }

    /// The apps whose sound is known, in the order in which they were first heard of.
    public var audioViews: [AudioView] {
        audio.clients.map { client in
            AudioView(
                app: client.app, setting: client.setting, isActive: client.isActive,
                isPlaying: client.sounds(hasServer: audio.hasServer),
                isRecording: audio.hasServer ? client.reading.records : client.claim.records,
                goesOn: client.goesOn, isInterrupted: client.interrupter != nil, item: client.item)
        }
    }

    /// A sound server is there.
    public var hasSoundServer: Bool { audio.hasServer }
}
