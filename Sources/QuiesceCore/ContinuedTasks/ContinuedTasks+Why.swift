// The views of continued tasks for `why`, tools and the screen.
extension ContinuedTasks {
    func pending(of app: AppID, at _: Moment?, _ around: borrowing Surroundings) -> [Pending] {
        let isHeldByHeat = isHeldByHeat(around)
        return works.filter { $0.app == app }.map { work in
            let name = "\"\(work.task.title)\""
            let latest = work.judgedAt.map { When.awake($0) }
            return switch work.state {
            case .waits:
                Pending(
                    .continuedTask,
                    "\(name) waits "
                        + (isHeldByHeat
                            ? "until the device is cooler" : "for another task to end"),
                    .f10)
            case .runs:
                Pending(
                    .continuedTask,
                    "\(name) goes on, \(work.percent) % of it is done"
                        + (latest == nil ? "" : "; without progress it expires"),
                    .f10, latest: latest)
            case .ends:
                Pending(
                    .continuedTask, "\(name) was told to come to its end", .f10, latest: latest)
            }
        }
    }
}

extension ContinuedTasks.Work {
    fileprivate var percent: Int { done * 100 / ContinuedTask.whole }
}

extension SystemMachine {
    /// A continued task, as its user sees it.
    public struct ContinuedView: Sendable, Hashable {
        public let app: AppID
        public let task: ContinuedTask
        /// It hasn't begun.
        public let waits: Bool
        /// It was told to come to its end.
        public let ends: Bool
        public let percent: Int
    }

    /// In the order in which they were submitted.
    public var continuedViews: [ContinuedView] {
        continuedTasks.works.map {
            ContinuedView(
                app: $0.app, task: $0.task, waits: $0.state == .waits, ends: $0.state == .ends,
                percent: $0.percent)
        }
    }
}
