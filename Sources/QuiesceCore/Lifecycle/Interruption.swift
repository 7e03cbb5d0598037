/// An interruption of the app in front, or its end (S7, S12).
// derive: json
public enum Interruption: String, Sendable, Hashable, CaseIterable {
    case callIncoming = "call incoming"
    case callAnswer = "call answer"
    /// Ignored, hung up, or missed.
    case callEnd = "call end"
    case alertShow = "alert show"
    case alertDismiss = "alert dismiss"
    case notificationCenterShow = "notification-center show"
    case notificationCenterDismiss = "notification-center dismiss"

    /// As it is typed: `call incoming`.
    public init?(words: [String]) { self.init(rawValue: words.joined(separator: " ")) }

    /// The forms that may follow `word`; nil: no interruption begins with it.
    public static func forms(of word: String) -> String? {
        let second = allCases.map(\.words).filter { $0.first == word }.compactMap(\.last)
        return second.isEmpty ? nil : word + " " + second.joined(separator: "|")
    }

    public var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The interruptions of the app in front now.
// derive: json
struct Interruptions: Sendable, Hashable {
    // derive: json
    enum Call: String, Sendable, Hashable {
        case incoming, answered
    }

    var call: Call?
    var alert = false
    var notificationCenter = false
    /// Notifications that came as alerts and wait for the user's answer, the oldest first (S12).
    var alerts: [NotificationID] = []
    /// The app that was in front when the call was answered, until the user goes elsewhere.
    var behindCall: AppID?

    /// An answered call is an app of its own, in front of nothing.
    var coverFront: Bool {
        call == .incoming || alert || notificationCenter || !alerts.isEmpty
    }
}

extension AppMachine {
    /// An interruption that covers the app in front makes it inactive, until the interruption is
    /// gone.
    mutating func followInterruptions(_ context: AppContext, _ out: inout Recorder) {
        guard stage == .active else { return }
        if context.isInterrupted, state == .active {
            cancelInput(leaving: false, context, &out)
            tellActivity(.willResignActive(leaving: false), context, &out)
            move(to: .inactive, .interrupted, .s7, context, &out)
        } else if !context.isInterrupted, state == .inactive {
            tellActivity(.didBecomeActive, context, &out)
            move(to: .active, .interruptionEnded, .s7, context, &out)
        }
    }

    /// Comes to the front; under an interruption it stays inactive until that is gone.
    mutating func becomeActive(
        _ reason: Reason, _ rule: Rule, _ context: AppContext, _ out: inout Recorder
    ) {
        stage = .active
        link.hangUps = 0
        guard !context.isInterrupted else { return }
        deliver(.didBecomeActive, context, &out)
        move(to: .active, reason, rule, context, &out)
    }

    /// Tells the app what it is now, once it has handled what it was told of that before: an
    /// interruption that comes and goes meanwhile is none for it, as is any other change that was
    /// undone (Q1).
    private mutating func tellActivity(
        _ call: AppCall, _ context: AppContext, _ out: inout Recorder
    ) {
        if isActivityUntold == true {
            isActivityUntold = nil
        } else if calls.outstanding.contains(where: { $0.call == call }) {
            isActivityUntold = true
        } else {
            deliver(call, context, &out)
        }
    }

    /// It has handled some of what it was told: what waited for that follows.
    mutating func tellUntoldActivity(_ context: AppContext, _ out: inout Recorder) {
        guard isActivityUntold == true, stage == .active else { return }
        let call: AppCall =
            state == .active ? .didBecomeActive : .willResignActive(leaving: false)
        guard !calls.outstanding.contains(where: { $0.call == call }) else { return }
        isActivityUntold = nil
        deliver(call, context, &out)
    }

    /// As far as it was told, it is active.
    var takesItselfForActive: Bool { (state == .active) != (isActivityUntold == true) }

    /// It leaves the front, or ends: it resigns, unless it has, as far as it was told.
    mutating func resign(
        _ reason: Reason, _ rule: Rule, detail: Detail? = nil, _ context: AppContext,
        _ out: inout Recorder
    ) {
        if takesItselfForActive { deliver(.willResignActive(leaving: true), context, &out) }
        isActivityUntold = nil
        if state == .active { move(to: .inactive, reason, rule, detail: detail, context, &out) }
    }
}

extension SystemMachine {
    mutating func interrupt(
        _ interruption: Interruption, _ ticket: Ticket
    ) {
        _ = around.out.decide(.input, .interruption, .d1, detail: .interruption(interruption))
        switch interruption {
        case .callIncoming:
            if around.interruptions.call != nil {
                return around.refuse(Refusal(.callInProgress, rule: .s7), nil, ticket)
            }
            around.interruptions.call = .incoming
        case .callAnswer:
            guard around.interruptions.call == .incoming else {
                return around.refuse(Refusal(.noCall, rule: .s7), nil, ticket)
            }
            around.interruptions.call = .answered
            let app = around.foreground
            around.leaveForeground()
            around.interruptions.behindCall = app
        case .callEnd:
            guard around.interruptions.call != nil else {
                return around.refuse(Refusal(.noCall, rule: .s7), nil, ticket)
            }
            around.interruptions.call = nil
            followCall()
            returnFromCall()
        case .alertShow: around.interruptions.alert = true
        case .alertDismiss: around.interruptions.alert = false
        case .notificationCenterShow: around.interruptions.notificationCenter = true
        case .notificationCenterDismiss: around.interruptions.notificationCenter = false
        }
        followCall()
        around.followInterruptions()
        around.answer(ticket)
    }

    /// The status bar is higher while an answered call goes on (S9).
    private mutating func followCall() {
        let isInCall = around.interruptions.call == .answered
        setDevice(around.device.changed { $0.isInCall = isInCall })
    }

    /// The call is over: the app that was in front before it comes back, unless the user has gone
    /// elsewhere.
    private mutating func returnFromCall() {
        guard let app = around.interruptions.behindCall else { return }
        around.interruptions.behindCall = nil
        guard around.foreground == nil, !around.isLockedOrLocking, around.isAlive(app) else {
            return
        }
        around.bringToFront(app, [])
    }
}
