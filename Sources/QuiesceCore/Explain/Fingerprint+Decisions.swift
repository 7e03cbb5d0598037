// What was decided, and why.
extension Fingerprint {
    mutating func add(_ decision: Decision) {
        add(decision.seq)
        add(decision.time.nanoseconds)
        add(decision.app) { $0.add($1) }
        add(decision.launch) { $0.add($1.number) }
        add(decision.kind.rawValue)
        add(decision.from) { $0.add($1.rawValue) }
        add(decision.to) { $0.add($1.rawValue) }
        add(decision.reason.rawValue)
        add(decision.rule) { $0.add($1.rawValue) }
        add(decision.detail) { $0.add($1) }
    }

    mutating func add(_ detail: Detail) {
        switch detail {
        case .overran(let call, let limit, let elapsed):
            add(1 as UInt64)
            add(call)
            add(limit.nanoseconds)
            add(elapsed.nanoseconds)
        case .allowance(let allowance, let tasks):
            add(2 as UInt64)
            add(allowance.nanoseconds)
            add(all: tasks) { $0.add($1) }
        case .task(let task, let name):
            add(3 as UInt64)
            add(task.value)
            add(name) { $0.add($1) }
        case .tasks(let count):
            add(4 as UInt64)
            add(Int64(count))
        case .wake(let wake, let cause, let limit):
            add(5 as UInt64)
            add(wake.value)
            add(cause)
            add(limit.nanoseconds)
        case .wakeResult(let wake, let cause, let took):
            add(6 as UInt64)
            add(wake.value)
            add(cause)
            add(took.nanoseconds)
        case .call(let call, let seq):
            add(7 as UInt64)
            add(call)
            add(seq)
        case .signal(let signal):
            add(8 as UInt64)
            add(Int64(signal))
        case .code(let code):
            add(9 as UInt64)
            add(Int64(code))
        case .failedStep(let step, let errno):
            add(10 as UInt64)
            add(step)
            add(Int64(errno))
        case .mode(let mode, let profile):
            add(11 as UInt64)
            add(mode.rawValue)
            add(profile)
        case .until(let instant, let crashes):
            add(12 as UInt64)
            add(instant.nanoseconds)
            add(Int64(crashes))
        case .tries(let count, let until):
            add(33 as UInt64)
            add(Int64(count))
            add(until) { $0.add($1.nanoseconds) }
        case .late(let late):
            add(13 as UInt64)
            add(late.nanoseconds)
        case .version(let version):
            add(14 as UInt64)
            add(version)
        case .permission(let permission, let state):
            add(32 as UInt64)
            add(permission.rawValue)
            add(state.rawValue)
        case .memory(let bytes):
            add(19 as UInt64)
            add(bytes)
        case .interruption(let interruption):
            add(18 as UInt64)
            add(interruption.rawValue)
        case .change(let change):
            add(15 as UInt64)
            add(all: change.words) { $0.add($1) }
        case .systemEvents(let events):
            add(16 as UInt64)
            add(all: events) { $0.add($1.rawValue) }
        case .merged(let event, let changes, let told):
            add(17 as UInt64)
            add(event.rawValue)
            add(changes)
            add(told)
        case .input(let input):
            add(30 as UInt64)
            add(input)
        case .outside(let input, let screen):
            add(31 as UInt64)
            add(input)
            add(screen)
        case .lock(let lock):
            add(20 as UInt64)
            add(lock)
        case .ports(let ports):
            add(21 as UInt64)
            add(all: ports) { $0.add($1) }
        case .cpu(let used, let elapsed):
            add(22 as UInt64)
            add(used.nanoseconds)
            add(elapsed.nanoseconds)
        case .gpu(let device, let used):
            add(23 as UInt64)
            add(device)
            add(used.nanoseconds)
        case .transfer(let id, let origin):
            add(34 as UInt64)
            add(id.value)
            add(origin)
        case .transferAttempt(let id, let attempt):
            add(35 as UInt64)
            add(id.value)
            add(attempt)
        case .transferHeld(let id, let wait, let until):
            add(36 as UInt64)
            add(id.value)
            add(wait.rawValue)
            add(until) { $0.add($1.nanoseconds) }
        case .transferRetry(let id, let failure, let until):
            add(37 as UInt64)
            add(id.value)
            add(failure)
            add(until.nanoseconds)
        case .transferRestarted(let id, let reason, let discarded):
            add(38 as UInt64)
            add(id.value)
            add(reason.rawValue)
            add(discarded)
        case .transferEnded(let id, let outcome):
            add(39 as UInt64)
            add(id.value)
            add(outcome)
        case .fetchInterval, .plannedFetch, .fetchBudget, .notBefore, .taskRequest:
            add(41 as UInt64)
            add(ofFetches: detail)
        case .agent(let deaths, let retryAt):
            add(40 as UInt64)
            add(Int64(deaths))
            add(retryAt) { $0.add($1.nanoseconds) }
        case .notification, .notificationFired, .name, .badge, .presents, .alertStyle, .clock:
            add(notificationDetail: detail)
        case .push, .pushHeld, .pushMerged:
            add(pushDetail: detail)
        }
    }
}
