/// Tasks that an app begins in front and goes on with when it is left: a film that is exported,
/// photos that are sent. The user sees how far each has come, and may stop it (F10).
///
/// An app executes out of sight while one of its tasks runs, without a limit of time; one that
/// makes no progress there expires. Where the device is warm or short of memory tasks out of sight
/// expire, too, those first that have come the least far. A task is over with its process: nothing
/// of it lasts.
// derive: json sparse
struct ContinuedTasks: Room, Sendable, Hashable {
    // derive: json
    enum State: String, Sendable, Hashable {
        case waits, runs
        /// Its expiration handler was called.
        case ends
    }

    // derive: json
    struct Work: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        /// The request that submitted it.
        var id: UInt64
        var task: ContinuedTask
        // json: unless .waits
        var state = State.waits
        /// In millionths.
        // json: unless 0
        var done = 0
        /// One that runs out of sight expires then, and one that ends has to be completed by then;
        /// nil: no clock runs for it.
        var judgedAt: AwakeInstant?
    }

    /// In the order in which they were submitted.
    var works: [Work] = []

    mutating func handle(_ event: ContinuedEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            switch asked {
            case .submit(let task, let waits):
                let work = Work(app: app, launch: launch, id: request, task: task)
                submit(work, waits: waits, in: &around)
            case .cancel(let identifier): cancel(identifier, of: app, in: &around)
            case .report(let id, let done, let title, let subtitle):
                guard let at = place(of: id, app, launch, in: &around) else { return }
                report(at, done, title, subtitle, around)
            case .complete(let id, let success):
                guard let at = place(of: id, app, launch, in: &around) else { return }
                end(at, success ? .continuedCompleted : .continuedFailed, in: &around)
            }
        case .stop(let app, let identifier, let ticket):
            stop(app, identifier, ticket, in: &around)
        }
    }

    /// A daemon that has lost its journal doesn't know a task which its app goes on with.
    private func place(
        of id: UInt64, _ app: AppID, _ launch: Launch, in around: inout Surroundings
    ) -> Int? {
        let found = works.firstIndex { $0.id == id && $0.app == app && $0.launch == launch }
        if found == nil {
            around.note(.refuse, .unknownContinued, .f10, of: app)
            around.deliver(.continued(.expire(id: id)), to: app)
        }
        return found
    }

    // MARK: Tasks begin

    private mutating func submit(_ work: Work, waits: Bool, in around: inout Surroundings) {
        if let reason = obstacle(to: work, waits: waits, around) {
            around.note(.refuse, reason, .f10, detail: .name(work.task.title), of: work.app)
            return around.deliver(.continued(.refused(id: work.id, reason)), to: work.app)
        }
        // One that waits under the same identifier makes room for it.
        works.removeAll { $0.app == work.app && $0.task.identifier == work.task.identifier }
        works.append(work)
        if mayBegin(around) { return begin(works.count - 1, in: &around) }
        let reason = isHeldByHeat(around) ? Reason.continuedWaitsToCool : .continuedWaits
        around.note(.task, reason, .f10, detail: .name(work.task.title), of: work.app)
    }

    private func obstacle(
        to work: Work, waits: Bool, _ around: borrowing Surroundings
    ) -> Reason? {
        if around.profile.continuedTasks == 0 { return .continuedUnknown }
        if around.shuttingDown != nil { return .shuttingDown }
        let permitted = around.manifest(of: work.app)?.taskIdentifiers ?? []
        guard ContinuedTask.permits(work.task.identifier, by: permitted) else {
            return .taskNotPermitted
        }
        guard around.isInFront(work.app) else { return .continuedNotInFront }
        let own = works.filter { $0.app == work.app }
        let same = own.first { $0.task.identifier == work.task.identifier }
        if let same, same.state != .waits { return .continuedRuns }
        if !waits, !mayBegin(around) {
            return isHeldByHeat(around) ? .continuedNotWhileWarm : .continuedNoRoom
        }
        let waiting = own.count { $0.state == .waits } - (same == nil ? 0 : 1)
        return waiting >= Limits.continuedWaitingPerApp ? .tooManyContinued : nil
    }

    private func mayBegin(_ around: borrowing Surroundings) -> Bool {
        works.count { $0.state != .waits } < most(around)
    }

    /// As many may run while the device is as warm as it is.
    private func most(_ around: borrowing Surroundings) -> Int {
        let most = around.profile.continuedTasks
        guard around.profile.continuedTasksYield else { return most }
        return switch around.device.conditions.thermalState {
        case .nominal, .fair: most
        case .serious: min(most, Limits.continuedTasksInHeat)
        case .critical: 0
        }
    }

    /// Another might run now if the device were cooler.
    func isHeldByHeat(_ around: borrowing Surroundings) -> Bool {
        let running = works.count { $0.state != .waits }
        return running >= most(around) && running < around.profile.continuedTasks
    }

    /// A suspended app is thawed for it.
    private mutating func begin(_ at: Int, in around: inout Surroundings) {
        works[at].state = .runs
        let work = works[at]
        around.note(.task, .continuedBegan, .f10, detail: .name(work.task.title), of: work.app)
        follow(work.app, work.launch, in: &around)
        around.deliver(.continued(.begin(id: work.id)), to: work.app)
    }

    // MARK: Tasks go on

    private mutating func report(
        _ at: Int, _ done: Int, _ title: String, _ subtitle: String,
        _ around: borrowing Surroundings
    ) {
        (works[at].task.title, works[at].task.subtitle) = (title, subtitle)
        guard done != works[at].done else { return }
        works[at].done = done
        if works[at].state == .runs { works[at].judgedAt = nil }
        watch(at, around)
    }

    /// The clock runs for one that runs out of sight.
    private mutating func watch(_ at: Int, _ around: borrowing Surroundings) {
        guard works[at].state == .runs else { return }
        if around.isInFront(works[at].app) {
            works[at].judgedAt = nil
        } else if works[at].judgedAt == nil {
            works[at].judgedAt = around.now.awake + Limits.continuedStall
        }
    }

    // MARK: Tasks end

    private mutating func cancel(
        _ identifier: String?, of app: AppID, in around: inout Surroundings
    ) {
        for at in works.indices.reversed()
        where works[at].app == app && works[at].state == .waits
            && (identifier == nil || works[at].task.identifier == identifier)
        {
            end(at, .continuedCancelled, in: &around)
        }
    }

    private mutating func stop(
        _ app: AppID, _ identifier: String?, _ ticket: Ticket, in around: inout Surroundings
    ) {
        let ids = works.filter {
            $0.app == app && (identifier == nil || $0.task.identifier == identifier)
        }.map(\.id)
        guard !ids.isEmpty else {
            let refusal = Refusal(
                around.isInstalled(app) ? .noContinuedTask : .unknownApp, rule: .f10)
            return around.refuse(refusal, app, ticket)
        }
        for id in ids {
            guard let at = works.firstIndex(where: { $0.app == app && $0.id == id }) else {
                continue
            }
            if works[at].state == .waits {
                end(at, .continuedStopped, in: &around)
                around.deliver(.continued(.refused(id: id, .continuedStopped)), to: app)
            } else {
                expire(at, .continuedStopped, in: &around)
            }
        }
        around.answer(ticket, durable: true)
    }

    /// Its app has a moment to come to an end with it.
    private mutating func expire(_ at: Int, _ reason: Reason, in around: inout Surroundings) {
        guard works[at].state == .runs else { return }
        works[at].state = .ends
        works[at].judgedAt = around.now.awake + around.profile.expirationWarning
        let work = works[at]
        around.note(.task, reason, .f10, detail: .name(work.task.title), of: work.app)
        around.deliver(.continued(.expire(id: work.id)), to: work.app)
    }

    /// Memory runs short, and those that execute were warned of it.
    mutating func yieldMemory(in around: inout Surroundings) {
        guard around.profile.continuedTasksYield, let at = least(around) else { return }
        expire(at, .continuedShortOfMemory, in: &around)
    }

    /// No more run than may; those in front stay.
    private mutating func yieldToHeat(in around: inout Surroundings) {
        let most = most(around)
        guard most < around.profile.continuedTasks else { return }
        while works.count(where: { $0.state == .runs }) > most, let at = least(around) {
            expire(at, .continuedTooWarm, in: &around)
        }
    }

    /// The one that runs out of sight and has come the least far; of several the last submitted.
    private func least(_ around: borrowing Surroundings) -> Int? {
        var least: Int?
        for at in works.indices.reversed() where works[at].state == .runs {
            guard isAlive(works[at], around), !around.isInFront(works[at].app) else { continue }
            if let found = least, works[found].done <= works[at].done { continue }
            least = at
        }
        return least
    }

    private mutating func end(_ at: Int, _ reason: Reason, in around: inout Surroundings) {
        let work = works.remove(at: at)
        around.note(.task, reason, .f10, detail: .name(work.task.title), of: work.app)
        follow(work.app, work.launch, in: &around)
    }

    private func follow(_ app: AppID, _ launch: Launch, in around: inout Surroundings) {
        let goesOn = works.contains {
            $0.app == app && $0.launch == launch && $0.state != .waits
        }
        around.setActivity(.continuedTask, of: app, launch, goesOn)
    }

    // MARK: Time, and apps that come and go

    mutating func settle(in around: inout Surroundings) {
        guard !works.isEmpty else { return }
        for at in works.indices.reversed() where !isAlive(works[at], around) {
            end(at, .continuedEnded, in: &around)
        }
        for at in works.indices.reversed() {
            watch(at, around)
            if let time = works[at].judgedAt, time <= around.now.awake { judge(at, in: &around) }
        }
        yieldToHeat(in: &around)
        for at in works.indices where works[at].state == .waits && mayBegin(around) {
            begin(at, in: &around)
            watch(at, around)
        }
        for work in works { follow(work.app, work.launch, in: &around) }
    }

    private func isAlive(_ work: Work, _ around: borrowing Surroundings) -> Bool {
        guard around.isAlive(work.app, work.launch) else { return false }
        return switch around.stage(of: work.app) {
        case .launching, .active, .background, .freezing, .suspended: true
        case .notRunning, .terminating, .dying, nil: false
        }
    }

    /// Its time is over. An app in front isn't ended: its user sees what it does (H3).
    private mutating func judge(_ at: Int, in around: inout Surroundings) {
        if works[at].state == .runs { return expire(at, .continuedStalled, in: &around) }
        let work = works[at]
        guard !around.isInFront(work.app) else {
            return end(at, .continuedFailed, in: &around)
        }
        works.remove(at: at)
        around.update(work.app, work.launch) {
            $0.kill(
                AppMachine.Ending(
                    reason: .continuedNotCompleted, rule: .f10, detail: .name(work.task.title)),
                $1, &$2)
        }
    }

    func timedWork(at _: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        works.lazy.compactMap(\.judgedAt).min().map { AwakeWindow(at: $0) }
    }

    mutating func remove(of app: AppID, in _: inout Surroundings) {
        works.removeAll { $0.app == app }
    }

    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        if deviceRestarted { works = [] }
        // Nobody is judged by the time in which nobody heard it.
        let profile = around.profile
        for at in works.indices {
            works[at].judgedAt =
                works[at].state == .ends
                ? around.now.awake + profile.reconnectGrace + profile.expirationWarning : nil
        }
    }
}
