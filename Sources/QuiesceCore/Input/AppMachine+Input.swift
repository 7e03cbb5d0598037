// The user's input to the app in front.
extension AppMachine {
    /// Takes an input, which is sent when the app has heard of the device's changes (Q2) and has
    /// handled most of what it was sent before.
    ///
    /// - Returns: why it isn't taken.
    mutating func take(
        _ input: UserInput, _ context: AppContext, _ out: inout Recorder
    ) -> Refusal? {
        if manifest.isHosted { return Refusal(.hostedHearsNoInput, rule: .h2) }
        // Between its launch and didBecomeActive, and under an interruption, it gets no touches
        // (S13).
        guard stage == .active, state == .active || input.touch == nil else {
            if let prompt = grants.prompts.first, stage == .active {
                return Refusal(.inputWhileAsking, rule: .s13, detail: .name("\(prompt.id)"))
            }
            return Refusal(.inputWhileInactive, rule: .s13)
        }
        var queue = self.input ?? InputQueue(at: context.now.awake)
        let acceptance = queue.accept(input)
        self.input = queue
        switch acceptance {
        case .taken: return nil
        case .merged: note(.inputMerged, input, as: .merge, &out)
        case .droppedMove: note(.inputDropped, input, as: .merge, &out)
        case .full: return Refusal(.inputNotHandled, rule: .h3)
        case .touchGoesOn: return Refusal(.touchGoesOn, rule: .h2)
        case .noTouch: return Refusal(.noTouch, rule: .h2)
        }
        return nil
    }

    /// Sends what may be sent. Called after everything that may change that.
    mutating func sendInput(_ context: AppContext, _ out: inout Recorder) {
        guard stage == .active, told.revision == context.device.revision, isActivityUntold != true
        else { return }
        var room = Limits.outstandingInput - calls.outstanding.count(where: \.call.isInput)
        while room > 0, let next = input?.takeFirst() {
            note(.userInput, next, as: .deliver, &out)
            deliver(.input(next), context, &out)
            room -= 1
        }
    }

    /// The app is about to become inactive: a touch that it was sent the beginning of is cancelled
    /// before it hears of that, and none follows.
    mutating func cancelInput(leaving: Bool, _ context: AppContext, _ out: inout Recorder) {
        guard let cancelled = input?.cancel(leaving: leaving) else { return }
        note(.touchCancelled, cancelled, as: .deliver, &out)
        deliver(.input(cancelled), context, &out)
    }

    /// Not kept by the app's own history, which a few touches would empty of all else.
    private func note(
        _ reason: Reason, _ input: UserInput, as kind: Decision.Kind, _ out: inout Recorder
    ) {
        _ = out.decide(kind, reason, .h2, detail: .input(input), app: id, launch: launch)
    }

    // MARK: Not answering (H3)

    /// When it is said that the app doesn't answer.
    var unresponsiveAt: AwakeInstant? {
        guard stage == .active, let input, !input.isUnresponsive,
            let oldest = calls.outstanding.first(where: \.call.isInput)
        else { return nil }
        return max(oldest.sentAt, input.answeredAt) + Limits.unresponsiveAfter
    }

    mutating func meetInputDeadline(_ context: AppContext, _ out: inout Recorder) {
        guard let at = unresponsiveAt, context.now.awake >= at else { return }
        input?.isUnresponsive = true
        let since = at.before(by: Limits.unresponsiveAfter)
        note(
            .input, .unresponsive, .h3,
            detail: .overran(
                call: "input", limit: Limits.unresponsiveAfter,
                elapsed: context.now.awake - since), &out)
    }

    /// Some of what it was sent has been handled.
    mutating func answeredInput(_ context: AppContext, _ out: inout Recorder) {
        input?.answeredAt = context.now.awake
        guard input?.isUnresponsive == true else { return }
        input?.isUnresponsive = false
        note(.input, .responsive, .h3, &out)
    }
}

extension AppCall {
    var isInput: Bool { if case .input = self { true } else { false } }
}
