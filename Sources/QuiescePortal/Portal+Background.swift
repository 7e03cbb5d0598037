import QuiesceBus
import QuiesceDesktop
import QuiesceTerminal

// org.freedesktop.impl.portal.Background.
extension Portal {
    func getAppState(_ call: borrowing BusMessage) {
        guard arguments(call, "", count: 0) != nil else { return }
        let kept = KeptCall(call)
        onceKnown { [unowned self] in
            let states = device?.states ?? [:]
            answer(kept.message) { answer throws(BusError) in
                try answer.append(
                    numbers: states.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            }
        }
    }

    func notifyBackground(_ call: borrowing BusMessage) {
        guard let arguments = arguments(call, "oss", count: 3) else { return }
        guard let handle = arguments[0].text, let app = arguments[1].text.flatMap(PortalID.init),
            let name = arguments[2].text
        else { return refuse(call, "InvalidArgs", "an app's id has letters, digits, -, _ and .") }
        guard !isOpen(handle) else {
            return refuse(call, "ObjectPathInUse", "\(handle) is another request's")
        }
        let waiter = Waiter(call, handle: handle)
        onceKnown { [unowned self] in ask(app, name: name, waiter) }
    }

    private func ask(_ app: PortalID, name: String, _ waiter: Waiter) {
        do throws(Failure) {
            if let answer = try parts.book.answer(for: app) {
                return reply(to: waiter, result: answer.result)
            }
        } catch {
            log("\(error.message)")
        }
        let asked = questions.first {
            if case .background(let other, _) = $0.value.kind { other == app } else { false }
        }
        if let asked {
            guard asked.value.waiters.count < PortalLimits.waiters else {
                return reply(to: waiter, result: Self.thisTime)
            }
            questions[asked.key]?.waiters.append(waiter)
            return
        }
        let id = device?.apps[app.text]
        guard let number = open(.background(app, device: id), waiter) else {
            log("too many questions at once: \(app.text) may run in the background this time")
            return reply(to: waiter, result: Self.thisTime)
        }
        show(
            Question.banner(
                number, app, name: name, isOfDevice: id != nil, seconds: parts.answerSeconds))
    }

    /// The portal leaves the app, and asks again at its next start.
    static let thisTime: UInt32 = 2

    func reply(to waiter: Waiter, response: UInt32 = 0, result: UInt32) {
        answer(waiter.call.message) { answer throws(BusError) in
            try answer.append(response)
            try answer.append(numbers: [("result", result)])
        }
    }

    // MARK: The answer

    /// Has the device do what the answer wants; whoever asked hears of it afterwards.
    func settle(_ number: UInt64, _ answer: BackgroundAnswer, by: String) {
        guard case .background(_, let id)? = questions[number]?.kind else { return }
        questions[number]?.deadline = .max
        questions[number]?.answer = (answer, by)
        guard let id, answer != .end else { return carriedOut(number, nil) }
        parts.device.set(id, mayRun: answer == .run) { [mailbox = parts.mailbox] problem in
            mailbox.add(.carriedOut(number, problem: problem))
        }
    }

    func carriedOut(_ number: UInt64, _ problem: String?) {
        guard let question = questions.removeValue(forKey: number),
            case .background(let app, _) = question.kind, let given = question.answer
        else { return }
        let answer = given.answer
        var result = answer.result
        if let problem {
            log("\(app.text) isn't \(answer == .sleep ? "put to sleep" : "let run"): \(problem)")
        }
        do throws(Failure) {
            try parts.book.put(answer, for: app, by: given.by)
        } catch {
            log("\(app.text) is asked about again: \(error.message)")
            // The portal mustn't remember it either.
            if result == 1 { result = Self.thisTime }
        }
        for waiter in question.waiters { reply(to: waiter, result: result) }
    }

    // MARK: Autostart

    func enableAutostart(_ call: borrowing BusMessage) {
        guard let arguments = arguments(call, "sbasu", count: 4) else { return }
        var isEnabled = false
        let words = arguments[2].texts
        let enable = arguments[1].flag ?? false
        let flags = arguments[3].number ?? 0
        do throws(Failure) {
            guard let app = arguments[0].text.flatMap(PortalID.init) else {
                throw .refused(
                    "\"\(arguments[0].text ?? "")\" is no app's id, and isn't autostarted")
            }
            if enable {
                try parts.autostart.enable(app, words, byBus: flags & 1 != 0)
                isEnabled = true
            } else {
                try parts.autostart.disable(app)
            }
        } catch {
            log(error.message)
        }
        answer(call) { answer throws(BusError) in try answer.append(isEnabled) }
    }
}
