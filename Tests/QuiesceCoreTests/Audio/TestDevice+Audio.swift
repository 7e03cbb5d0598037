@testable import QuiesceCore

extension TestDevice {
    /// The app asks something of its session.
    func ask(_ app: AppID, audio request: AudioRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .audio(.asked(app, process.launch, request: $0, request)) }
        run()
    }

    /// A plays out of sight, and B is in front.
    static func withPlayerBehind() -> TestDevice {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.audio]), .test(appB, modes: [.audio]))
        device.open(appA)
        device.play(appA)
        device.home()
        device.open(appB)
        return device
    }

    /// It begins to play by its own word, in a session of that kind.
    func play(_ app: AppID, _ category: AudioCategory = .playback, mixes: Bool = false) {
        ask(app, audio: .set(AudioSetting(category, mixes: mixes)))
        ask(app, audio: .activate)
        ask(app, audio: .working(plays: true, records: false))
    }

    /// The sound server says it.
    func hear(_ app: AppID, _ reading: AudioReading) {
        send(.audio(.heard(app, reading)))
        run()
    }

    /// The updates that an app received about its sound, except those about its surroundings.
    func audioNews(_ app: AppID) -> [AudioUpdate] {
        effects.compactMap {
            guard case .audio(.tell(app, _, let update)) = $0 else { return nil }
            if case .surroundings = update { return nil }
            return update
        }
    }

    /// How it was told last that things stand.
    func audioSurroundings(_ app: AppID) -> AudioSurroundings? {
        effects.reversed().lazy.compactMap {
            if case .audio(.tell(app, _, .surroundings(let now))) = $0 { now } else { nil }
        }.first
    }
}
