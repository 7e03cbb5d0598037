import QuiesceCore
import QuiesceWire

// The work that the app's main thread does in the delegate's methods.
extension ScriptedApp {
    func run(_ delivery: MessageToApp.Delivery) {
        inCall = true
        for part in process.device.parts.all { part.begins(delivery.call, in: self) }
        let name = process.callNames[delivery.seq] ?? ""
        if script.behaviour.diesIn.contains(name) { return process.exit(.signalled(6)) }
        if script.behaviour.ignores.contains(name) {
            isStuck = true
            return
        }
        if script.behaviour.floods > 0 { flood(script.behaviour.floods) }
        if script.behaviour.lies { lie(delivery.seq) }
        process.after(.milliseconds(script.behaviour.callTakes)) { [unowned self] in
            finish(delivery, name)
        }
    }

    private func finish(_ delivery: MessageToApp.Delivery, _ name: String) {
        switch delivery.call {
        case .expireTasks(let tasks):
            if script.behaviour.endsTasksWhenExpired { for task in tasks { end(task) } }
        case .performFetch(let wake), .remoteNotification(let wake, _),
            .push(.voipReceived(let wake, _)), .notification(.answered(_, let wake?)),
            .backgroundTask(let wake, _, _):
            session.wakeBegan(wake)
            if let delay = script.behaviour.completesAfter {
                let result = script.behaviour.result
                process.after(.milliseconds(delay)) { [unowned self] in complete(wake, result) }
            }
        case .willTerminate:
            session.isTerminating = true
            if script.behaviour.exitsWhenTerminated { return process.exit(.exited(code: 0)) }
        case _: break
        }
        for part in process.device.parts.all { part.ends(delivery.call, in: self) }
        for habit in script.behaviour.habits where habit.call == name {
            start(habit.work)
        }
        inCall = false
        session.handled(delivery.seq)
        for part in process.device.parts.all { part.leaves(delivery.call, in: self) }
        flush()
        goOn()
    }

    private func lie(_ seq: UInt64) {
        isObedient = false
        switch seq % 4 {
        case 0: process.say(.handled(seq: seq + 100))
        case 1: process.say(.hello(.init(lastReceived: 1_000, lastHandled: 1_000)))
        case 2: process.say(.handled(seq: seq))
        case _:
            for wake: UInt64 in 1...5 {
                process.say(
                    .completeWake(
                        request: session.lastRequest + wake, wake: wake, result: .newData))
            }
        }
    }
}
