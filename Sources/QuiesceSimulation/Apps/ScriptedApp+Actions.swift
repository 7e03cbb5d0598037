import QuiesceCore
import QuiesceWire

// Actions that the app takes by itself, when a step or one of its timers says so.
extension ScriptedApp {
    func beginTask() { begin(Work(lasts: nil)) }

    func begin(_ work: Work) {
        guard runs else { return }
        start(work)
        flush()
    }

    func start(_ work: Work) {
        guard case .success(let task) = session.beginTask(name: work.name, onExpiration: nil) else {
            return
        }
        openTasks.append(task)
        if openTasks.count == Limits.openTasksPerApp { process.device.parts.endings.forget(self) }
        guard let lasts = work.lasts else { return }
        process.after(.milliseconds(lasts)) { [unowned self] in
            end(task)
            flush()
        }
    }

    func beginTasks(_ times: Int) {
        guard script.behaviour.lies else {
            for _ in 0..<times { beginTask() }
            return
        }
        guard runs else { return }
        // Beside its SDK, which would refuse what is too much.
        isObedient = false
        for number in 1...UInt64(max(1, times)) {
            process.say(
                .beginTask(
                    request: session.lastRequest + number, task: 2_000_000 + number, name: nil))
        }
    }

    /// Ends the oldest open task, or one that never was.
    func endTask(known: Bool) {
        guard runs else { return }
        if !known {
            isObedient = false
            // Beside its SDK, which would not say it.
            process.say(.endTask(request: session.lastRequest + 1, task: 1_000_000))
        } else if let task = openTasks.first {
            end(task)
            flush()
        }
    }

    /// Calls the completion handler of a wake-up, whether or not it was ever given one.
    func complete(_ wake: UInt64, _ result: WakeResult) {
        guard runs else { return }
        transfers.completed(wake)
        session.wakeBegan(wake)
        endTurn(with: session.completeWake(wake, result: result), .wake(wake))
        if script.behaviour.completesTwice {
            session.wakeBegan(wake)
            endTurn(with: session.completeWake(wake, result: .failed), .wake(wake))
        }
        flush()
    }

    /// Has said what ends its time. The SDK holds that back until the turn is over, so that what is
    /// asked in it comes first.
    func endTurn(with ending: UInt64?, _ end: Turn.End) {
        guard let ending else { return }
        let endings = process.device.parts.endings
        guard let goesOn = script.behaviour.goesOn else { return session.release(ending) }
        endings.begins(Turn(number: ending, end: end), in: self)
        process.after(.milliseconds(goesOn)) { [unowned self] in
            notification(.badge(1))
            endings.asked(in: ending, of: self)
            session.release(ending)
            flush()
        }
    }

    func ask(for permission: Permission) {
        guard runs else { return }
        session.requestPermission(permission.rawValue)
        flush()
    }

    func hangUp() {
        guard runs, isConnected else { return }
        process.disconnect()
    }

    /// Sends so many messages that mean nothing.
    func flood(_ count: Int) {
        guard runs else { return }
        isObedient = false
        for _ in 0..<count { process.say(.handled(seq: 0)) }
    }
}
