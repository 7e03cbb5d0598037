import QuiesceCore

/// Works out a second time, from the covers that came and went, which of them lie over the app in
/// front (S7, S12). A question to the user covers the app, too: the core's word is taken for which
/// apps have one.
struct CoverOracle: Equatable {
    /// Other facts of the device after an event, by the core's word.
    struct After {
        var isLocked: Bool
        var inFront: AppID?
        /// By the profile; where it has none, notifications come as alerts.
        var hasBanners: Bool
    }

    /// A call that nobody has answered yet.
    var rings = false
    /// An answered one, which is an app of its own.
    var isInCall = false
    var alert = false
    var notificationCenter = false
    /// Notifications that came as alerts, and whose they are.
    private(set) var alerts: [NotificationID: AppID] = [:]
    /// As the user has chosen.
    private var styles: [AppID: AlertStyle] = [:]
    private var isLocked = false

    var coversFront: Bool { rings || alert || notificationCenter || !alerts.isEmpty }

    init() {}

    /// As the core has it.
    init(_ machine: SystemMachine) {
        let over = machine.overFront
        (rings, isInCall) = (over.rings, over.isInCall)
        (alert, notificationCenter) = (over.alert, over.notificationCenter)
        for view in over.alerts.compactMap(machine.notificationView) { alerts[view.id] = view.app }
        for app in machine.views.map(\.manifest.id) {
            styles[app] = machine.chosenAlertStyle(of: app)
        }
        isLocked = machine.isLockedOrLocking
    }

    mutating func note(_ event: Event, _ reaction: Reaction, _ after: After) {
        let wasLocked = isLocked
        isLocked = after.isLocked
        switch event {
        case .interrupt(let interruption, _): note(interruption)
        case .open, .notification(.open):
            // Unless it was refused.
            let wasOpened = reaction.decisions.contains {
                ($0.kind == .input && $0.reason == .opened) || $0.reason == .notificationOpened
            }
            if wasOpened { notificationCenter = false }
        case .link:
            let ways: [Reason] = [.openedByURL, .openedByShortcut, .openedByActivity]
            if reaction.decisions.contains(where: { ways.contains($0.reason) }) {
                notificationCenter = false
            }
        case .notification(.answer):
            // Its app came to the front, or was woken behind what is there.
            let reasons = reaction.decisions.map(\.reason)
            if reasons.contains(.notificationAnswered),
                !reasons.contains(.wokenForNotificationAction)
            {
                notificationCenter = false
            }
        case .lock, .sleep:
            if !wasLocked { notificationCenter = false }
        case .notification(.setStyle(let app, let style, _)):
            if !reaction.isRefused { styles[app] = style }
        case .notification(.lowered(let id)): alerts[id] = nil
        case .restarted(_, deviceRestarted: true, _):
            let styles = styles
            self = CoverOracle()
            self.styles = styles
            isLocked = after.isLocked
        case _: break
        }
        // By whatever event: a focus that moved behind the lock counts once that has gone.
        if reaction.decisions.contains(where: { $0.reason == .windowFocused }) {
            notificationCenter = false
        }
        for effect in reaction.effects { note(effect, after) }
        // None lies over a locked screen, or over its own app.
        if isLocked { alerts = [:] }
        if let app = after.inFront { alerts = alerts.filter { $0.value != app } }
    }

    private mutating func note(_ interruption: Interruption) {
        switch interruption {
        case .callIncoming: if !isInCall { rings = true }
        case .callAnswer: if rings { (rings, isInCall) = (false, true) }
        case .callEnd: (rings, isInCall) = (false, false)
        case .alertShow: alert = true
        case .alertDismiss: alert = false
        case .notificationCenterShow: notificationCenter = true
        case .notificationCenterDismiss: notificationCenter = false
        }
    }

    private mutating func note(_ effect: Effect, _ after: After) {
        switch effect {
        case .notification(.show(let id, let app, _, let types, _, _, _)):
            let usual = after.hasBanners ? AlertStyle.banner : .alert
            alerts[id] = types.contains(.alert) && (styles[app] ?? usual) == .alert ? app : nil
        case .notification(.withdraw(let id)): alerts[id] = nil
        case .uninstall(let app): styles[app] = nil
        case _: break
        }
    }
}

extension Reaction {
    fileprivate var isRefused: Bool {
        effects.contains { if case .answer(_, .refused) = $0 { true } else { false } }
    }
}
