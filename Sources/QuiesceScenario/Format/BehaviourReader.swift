import QuiesceCore
import QuiesceSimulation

/// A change of an app's behaviour, as an entry says it; applied in order of time.
struct BehaviourChange {
    var apply: (inout AppBehaviour) -> Void
}

extension Reader {
    static let behaviourKeys = [
        "callbacksTake", "ignores", "crashesIn", "completesAfter", "completesWith",
        "completesTwice", "endsTasksOnExpiration", "exitsWhenTerminated", "connects", "canStart",
        "canBeKilled", "tasks", "memory", "floods",
        "crashesAfterMessages", "hangsUpAfterMessages", "forks", "holdsLock", "listens", "burnsCPU",
        "usesGPU",
    ]

    /// The callbacks, by the names that the log has for them.
    static let callbacks = [
        "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
        "willEnterForeground", "willTerminate", "expirationHandler", "performFetch",
        "didReceiveRemoteNotification", "didReceiveMemoryWarning",
    ]

    /// The changes of those entries that are about behaviour; the rest are the caller's.
    func behaviourChanges(_ fields: Fields) -> [BehaviourChange] {
        fields.entries.compactMap { field in
            Self.behaviourKeys.contains(field.key) ? change(field) : nil
        }
    }

    private func change(_ field: Fields.Entry) -> BehaviourChange? {
        switch field.key {
        case "callbacksTake": duration(field).map { value in .init { $0.callTakes = value } }
        case "ignores":
            words(field, among: Self.callbacks).map { value in .init { $0.ignores = value } }
        case "crashesIn":
            words(field, among: Self.callbacks).map { value in .init { $0.diesIn = value } }
        case "completesAfter":
            duration(field, or: "never").map { value in .init { $0.completesAfter = value } }
        case "completesWith":
            choice(field, WakeResult.self).map { value in .init { $0.result = value } }
        case "completesTwice": flag(field).map { value in .init { $0.completesTwice = value } }
        case "endsTasksOnExpiration":
            flag(field).map { value in .init { $0.endsTasksWhenExpired = value } }
        case "exitsWhenTerminated":
            flag(field).map { value in .init { $0.exitsWhenTerminated = value } }
        case "connects": flag(field).map { value in .init { $0.connects = value } }
        case "canStart": flag(field).map { value in .init { $0.canBeStarted = value } }
        case "canBeKilled": flag(field).map { value in .init { $0.canBeKilled = value } }
        case "tasks":
            habits(field).map { value in .init { $0.habits = value } }
        case "memory": bytes(field).map { value in .init { $0.memory = value } }
        case "floods":
            number(field, in: 0...Limits.scenarioFlood).map { value in .init { $0.floods = value } }
        case "crashesAfterMessages":
            number(field, in: 0...1_000_000).map { value in .init { $0.diesAfter = value } }
        case "hangsUpAfterMessages":
            number(field, in: 1...1_000_000).map { value in .init { $0.hangsUpAfter = value } }
        case "forks":
            number(field, in: 0...Limits.scenarioForks).map { value in .init { $0.forks = value } }
        case "holdsLock": flag(field).map { value in .init { $0.holdsLock = value } }
        case "listens":
            number(field, in: 1...65_535).map { value in .init { $0.listens = UInt16(value) } }
        case "burnsCPU":
            number(field, in: 0...10_000).map { value in .init { $0.burnsCPU = value } }
        case "usesGPU": flag(field).map { value in .init { $0.usesGPU = value } }
        case _: nil
        }
    }

    private func habits(_ field: Fields.Entry) -> [Habit]? {
        list(field.value, of: "background tasks").compactMap { node in
            guard let fields = map(node, of: "a task", keys: ["in", "name", "for"]) else {
                return nil
            }
            guard let call = fields["in"] else {
                report(fields.mark, "a task needs \"in\": the callback in which the app begins it")
                return nil
            }
            guard let name = text(call), Self.callbacks.contains(name) else {
                report(call.value.mark, "in must be \(oneOf(Self.callbacks))")
                return nil
            }
            return work(fields).map { Habit(call: name, work: $0) }
        }
    }

    /// A background task's name, and how long it takes.
    func work(_ fields: Fields) -> Work? {
        var work = Work(lasts: nil)
        if let name = fields["name"] {
            guard let text = text(name) else { return nil }
            guard text.utf8.count <= Limits.taskNameBytes else {
                report(name.value.mark, "name has at most \(Limits.taskNameBytes) bytes")
                return nil
            }
            work.name = text
        }
        guard let lasts = fields["for"] else {
            report(fields.mark, "\(fields.what) needs \"for\": a duration such as 40s, or ever")
            return nil
        }
        guard let duration = duration(lasts, or: "ever") else { return nil }
        work.lasts = duration
        return work
    }
}
