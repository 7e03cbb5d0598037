// Finite-length tasks, as the app asks for them.
extension AppMachine {
    mutating func beginTask(
        _ task: TaskID, name: String?, goesOn: Bool = false, _ context: AppContext,
        _ out: inout Recorder
    ) {
        switch stage {
        case .terminating, .dying, .notRunning:
            tasks.refuse(task)
            return note(.refuse, .taskWhileTerminating, .w3, detail: .task(task, name: name), &out)
        case .launching, .active, .background, .freezing, .suspended:
            break
        }
        switch tasks.begin(task, name: name, goesOn: goesOn, context.profile) {
        case .alreadyOpen:
            return
        case .noTimeLeft:
            // Its handler is called at once, but it keeps nothing running. The Kit has been told,
            // and asks for none but in the moment before it reads that.
            tasks.refuse(task)
            note(.refuse, .noBackgroundTimeLeft, .t3, detail: .task(task, name: name), &out)
            tasks.awaitWarning(task)
            return warnOfTasks(context, &out)
        case .tooMany:
            tasks.refuse(task)
            return note(
                .refuse, .tooManyTasks, .t1, detail: .tasks(count: Limits.openTasksPerApp), &out)
        case .began:
            note(.task, .taskBegan, .t1, detail: .task(task, name: name), &out)
        }
        settle(context, &out)
        if state == .background, tasks.open.count == 1 { tellBackgroundTime(context, &out) }
        guard tasks.warned else { return }
        tasks.awaitWarning(task)
        warnOfTasks(context, &out)
    }

    /// Calls the expiration handlers of tasks that began with no time left: in one call for all
    /// that began while earlier handlers were being called, as an app may begin hundreds in that
    /// time (T4).
    mutating func warnOfTasks(_ context: AppContext, _ out: inout Recorder) {
        guard hears, !calls.outstanding.contains(where: \.call.expiresTasks) else { return }
        let unwarned = tasks.takeUnwarned()
        if !unwarned.isEmpty { deliver(.expireTasks(unwarned), context, &out) }
    }

    mutating func endTask(_ task: TaskID, _ context: AppContext, _ out: inout Recorder) {
        guard let ended = tasks.end(task) else {
            if tasks.endRefused(task) { return }
            return note(.refuse, .unknownTask, .t7, detail: .task(task, name: nil), &out)
        }
        note(.task, .taskEnded, .t6, detail: .task(task, name: ended.name), &out)
        if tasks.isOver, stage == .background { tellBackgroundTime(context, &out) }
        settle(context, &out)
    }

    /// Tells the app until when it may run in the background, or that it may begin no more tasks
    /// there.
    func tellBackgroundTime(_ context: AppContext, _ out: inout Recorder) {
        if tasks.isOver {
            out.effects.append(
                .tellBackgroundTime(id, launch, deadline: context.now.awake, isOver: true))
        } else if let deadline = tasks.deadline(context.profile) {
            out.effects.append(.tellBackgroundTime(id, launch, deadline: deadline))
        }
    }

    /// After a reconnect: what the app says is open is open, and nothing else.
    mutating func reconcileTasks(_ open: [TaskID], _ context: AppContext, _ out: inout Recorder) {
        for task in tasks.open where !open.contains(task.id) { endTask(task.id, context, &out) }
        let known = tasks.open
        for task in open where !known.contains(where: { $0.id == task }) {
            beginTask(task, name: nil, goesOn: true, context, &out)
        }
    }

    /// The app can't be heard any more, so its tasks end with its connection.
    mutating func endTasksWithConnection(_ context: AppContext, _ out: inout Recorder) {
        guard !tasks.open.isEmpty else { return }
        note(.task, .connectionLost, .t2, detail: .tasks(count: tasks.open.count), &out)
        tasks.endAll()
    }
}

extension AppCall {
    var expiresTasks: Bool { if case .expireTasks = self { true } else { false } }
}
