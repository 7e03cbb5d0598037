// Only the app in front gets input, and only while somebody can see it.
extension Surroundings {
    /// - Parameter screen: the size of what the app in front shows; nil: it has shown nothing so
    ///   far.
    mutating func input(
        _ input: UserInput, on screen: ScreenSize?, _ ticket: Ticket
    ) {
        _ = out.decide(.input, .userInput, .d1, detail: .input(input))
        if shuttingDown != nil { return refuse(Refusal(.shuttingDown), nil, ticket) }
        if isAsleep { return refuse(Refusal(.deviceAsleep, rule: .h2), nil, ticket) }
        if isLockedOrLocking {
            return refuse(Refusal(.deviceLocked, rule: .s7), nil, ticket)
        }
        guard let app = foreground else {
            return refuse(Refusal(.nobodyInFront, rule: .h2), nil, ticket)
        }
        if let touch = input.touch, let screen, !touch.isOver, !screen.contains(touch) {
            let detail = Detail.outside(input, screen)
            return refuse(Refusal(.outsideScreen, rule: .h2, detail: detail), app, ticket)
        }
        var refusal: Refusal?
        update(app) { refusal = $0.take(input, $1, &$2) }
        if let refusal { return refuse(refusal, app, ticket) }
        answer(ticket)
    }
}

extension UserInput.Touch {
    /// A finger may slide over the edge, and is then lifted there.
    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
}
