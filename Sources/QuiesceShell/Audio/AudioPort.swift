import QuiesceCore

/// The machine's sound server; at first there is none. It reports by
/// `Device.soundServer(_:)` and `Device.heard(_:of:)`.
package struct AudioPort {
    /// Measures how loud these apps are, and no others: a measured stream wakes the server up.
    package var measure: (Set<AppID>) -> Void
    /// Mutes what these apps play, also what they open later, and nothing else; others that it
    /// muted sound again. It is called before an app is frozen, so that what the server still has
    /// of it isn't heard while the app is.
    package var mute: (Set<AppID>) -> Void
    /// Shows the desktop who plays and what (MPRIS); nil: nobody does.
    package var show: (NowPlaying?) -> Void

    package init(
        measure: @escaping (Set<AppID>) -> Void = { _ in },
        mute: @escaping (Set<AppID>) -> Void = { _ in },
        show: @escaping (NowPlaying?) -> Void = { _ in }
    ) {
        self.measure = measure
        self.mute = mute
        self.show = show
    }
}
