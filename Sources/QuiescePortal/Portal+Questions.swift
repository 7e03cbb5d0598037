import QuiesceBus
import QuiesceDesktop

// Questions to the user, and their requests on the bus (org.freedesktop.impl.portal.Request).
extension Portal {
    func isOpen(_ handle: String) -> Bool {
        questions.values.contains { $0.waiters.contains { $0.handle == handle } }
    }

    /// - Returns: the question's number; nil: there are too many.
    func open(_ kind: Question.Kind, _ waiter: Waiter) -> UInt64? {
        guard questions.count < PortalLimits.questions else { return nil }
        lastQuestion += 1
        questions[lastQuestion] = Question(
            kind: kind, waiters: [waiter],
            deadline: BusClock.now() + parts.answerSeconds * 1_000_000)
        return lastQuestion
    }

    func show(_ banner: Banner) {
        parts.notifications.show(banner) { [mailbox = parts.mailbox] isShown in
            if !isShown { mailbox.add(.notShown(banner.id)) }
        }
    }

    func pressed(_ number: UInt64, _ button: String) {
        guard let question = questions[number], question.isOpen else { return }
        switch question.kind {
        case .background:
            guard let answer = BackgroundAnswer(rawValue: button) else { return }
            parts.notifications.close(number)
            settle(number, answer, by: "user")
        case .access(let choices):
            guard button == Question.grant || button == Question.deny else { return }
            parts.notifications.close(number)
            let response = button == Question.grant ? Response.granted : Response.denied
            end(number) { reply(to: $0, access: response, choices: choices) }
        }
    }

    /// Nobody has answered for so long.
    func expire(_ number: UInt64) {
        parts.notifications.close(number)
        settleUnanswered(number, by: "time")
    }

    /// - Parameter wasSeen: the user has clicked it away, or on it but on no button.
    func ignored(_ number: UInt64, wasSeen: Bool) {
        guard let question = questions[number], question.isOpen else { return }
        if wasSeen { settleUnanswered(number, by: "user") } else { couldNotAsk(number) }
    }

    private func settleUnanswered(_ number: UInt64, by: String) {
        switch questions[number]?.kind {
        // An app that isn't the device's can't be put to sleep.
        case .background(_, let id)?: settle(number, id == nil ? .run : .sleep, by: by)
        case .access?: end(number) { reply(to: $0, access: Response.ended) }
        case nil: break
        }
    }

    /// Nobody shows the question, or no longer.
    func couldNotAsk(_ number: UInt64) {
        guard let question = questions[number], question.isOpen else { return }
        switch question.kind {
        case .background(let app, _):
            log("nobody shows the question about \(app.text): it may run in the background")
            end(number) { reply(to: $0, result: Self.thisTime) }
        case .access:
            log("nobody shows a question about access: it isn't granted")
            end(number) { reply(to: $0, access: Response.ended) }
        }
    }

    private func end(_ number: UInt64, _ tell: (Waiter) -> Void) {
        for waiter in questions.removeValue(forKey: number)?.waiters ?? [] { tell(waiter) }
    }

    // MARK: Withdrawn

    /// The process ends.
    func withdrawAll() {
        for (number, question) in questions {
            parts.notifications.close(number)
            for waiter in question.waiters { withdraw(waiter, question.kind) }
        }
        questions = [:]
    }

    func calledRequest(
        _ path: String, _ interface: String?, _ method: String, _ call: borrowing BusMessage
    ) {
        let found = questions.first { $0.value.waiters.contains { $0.handle == path } }
        guard let (number, question) = found else {
            return refuse(call, "UnknownObject", "\(path) is no open request's")
        }
        switch (interface, method) {
        case (Self.request, "Close"), (nil, "Close"):
            guard let at = question.waiters.firstIndex(where: { $0.handle == path }),
                question.waiters[at].sender == call.sender
            else { return refuse(call, "AccessDenied", "\(path) is another caller's") }
            let waiter = question.waiters[at]
            questions[number]?.waiters.remove(at: at)
            // One that is being carried out is remembered all the same.
            if question.isOpen, questions[number]?.waiters.isEmpty == true {
                parts.notifications.close(number)
                questions[number] = nil
            }
            withdraw(waiter, question.kind)
            answer(call) { _ in }
        case (Self.introspectable, "Introspect"): introspect(call, Introspection.request)
        case _: refuse(call, "UnknownMethod", "\(Self.request) has Close alone")
        }
    }

    private func withdraw(_ waiter: Waiter, _ kind: Question.Kind) {
        switch kind {
        case .background: reply(to: waiter, response: Response.ended, result: Self.thisTime)
        case .access: reply(to: waiter, access: Response.ended)
        }
    }
}
