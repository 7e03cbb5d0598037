import QuiesceWire

extension UIApplication {
    /// Whether the screen stays on while nobody touches it. It counts while the app is in front;
    /// the sleep/wake button works as ever. `quiesce why-awake` names the app. Set it only for as
    /// long as there is something to be seen: maps, games, films. On the main thread.
    public var isIdleTimerDisabled: Bool {
        get { room(IdleTimer.self).isDisabled }
        set { room(IdleTimer.self).isDisabled = newValue }
    }
}

/// The app's wish for the idle timer. On the main thread.
@MainActor final class IdleTimer: AppRoom {
    private let link: DaemonLink

    init(of link: DaemonLink) { self.link = link }

    var isDisabled = false {
        didSet {
            guard isDisabled != oldValue else { return }
            link.change { [isDisabled] in $0.disableIdleTimer(isDisabled) }
        }
    }

    func welcomed(_: MessageToApp.Welcome) {
        if isDisabled { link.change { $0.disableIdleTimerAgain() } }
    }
}
