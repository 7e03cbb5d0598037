// The end of the time that background tasks have: a warning, then the kill (T4).
extension AppMachine {
    mutating func meetTaskDeadline(_ context: AppContext, _ out: inout Recorder) {
        let now = context.now.awake
        guard let end = tasks.deadline(context.profile),
            let warning = tasks.warning(context.profile)
        else { return }
        if !tasks.warned {
            guard now >= warning.earliest else { return }
            // Nobody is killed unwarned.
            if now >= end { tasks.extend(by: (now - end) + context.profile.expirationWarning) }
            tasks.markWarned()
            note(.task, .expirationWarning, .t4, detail: .tasks(count: tasks.open.count), &out)
            deliver(.expireTasks(tasks.open.map(\.id)), context, &out)
        } else if now >= end {
            let names = tasks.open.map(\.spoken)
            kill(
                Ending(
                    reason: .backgroundTaskExpired, rule: .t4,
                    detail: .allowance(context.profile.backgroundAllowance, tasks: names)),
                context, &out)
        }
    }
}
