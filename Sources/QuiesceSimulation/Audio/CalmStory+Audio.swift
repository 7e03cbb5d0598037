import QuiesceCore

extension CalmStory {
    /// It plays until it is left.
    var play: [Step.Action] {
        [
            .audio(.ask(app: app, .set(AudioSetting(.playback)))),
            .audio(.sound(app: app, plays: true, records: false, isLoud: true)),
        ]
    }
}
