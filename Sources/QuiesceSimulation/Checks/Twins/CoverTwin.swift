import QuiesceCore

/// What lies over the app in front, worked out a second time from what came and went (S7, S12). A
/// question to the user covers it, too: of which apps have one, the core's word is taken.
struct CoverTwin: Equatable {
    /// A call that nobody has answered yet.
    var rings = false
    /// An answered one, which is an app of its own.
    var isInCall = false
    var alert = false
    var notificationCenter = false
    private var isLocked = false

    var coversFront: Bool { rings || alert || notificationCenter }

    init() {}

    /// As the core has it.
    init(_ machine: SystemMachine) {
        let over = machine.overFront
        (rings, isInCall) = (over.rings, over.isInCall)
        (alert, notificationCenter) = (over.alert, over.notificationCenter)
        isLocked = machine.isLockedOrLocking
    }

    /// - Parameter isLocked: after it.
    mutating func note(_ event: Event, _ reaction: Reaction, isLocked: Bool) {
        let wasLocked = self.isLocked
        self.isLocked = isLocked
        switch event {
        case .interrupt(.callIncoming, _): if !isInCall { rings = true }
        case .interrupt(.callAnswer, _):
            if rings { (rings, isInCall) = (false, true) }
        case .interrupt(.callEnd, _): (rings, isInCall) = (false, false)
        case .interrupt(.alertShow, _): alert = true
        case .interrupt(.alertDismiss, _): alert = false
        case .interrupt(.notificationCenterShow, _): notificationCenter = true
        case .interrupt(.notificationCenterDismiss, _): notificationCenter = false
        case .open, .notification(.open):
            // Unless it was refused.
            let wasOpened = reaction.decisions.contains {
                ($0.kind == .input && $0.reason == .opened) || $0.reason == .notificationOpened
            }
            if wasOpened { notificationCenter = false }
        case .lock, .sleep:
            if !wasLocked { notificationCenter = false }
        case .restarted(_, deviceRestarted: true, _):
            self = CoverTwin()
            self.isLocked = isLocked
        case _: break
        }
    }
}
