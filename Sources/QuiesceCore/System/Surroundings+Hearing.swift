// News that a launch is to know of and isn't woken for.
extension Surroundings {
    enum Hearing {
        /// In this slot.
        case now(Int)
        /// It doesn't hear yet, or is busy with news of that kind.
        case later
        /// The launch is over: nobody is told.
        case never
    }

    /// When a launch can be told: one piece of news of a kind at a time, so that hundreds don't flood it.
    ///
    /// - Parameter isOfKind: whether a call that it hasn't handled tells news of the same kind.
    func hearing(
        of app: AppID, _ launch: Launch, unlessBusyWith isOfKind: (AppCall) -> Bool
    ) -> Hearing {
        guard let slot = slot(app), apps[slot].isAlive, apps[slot].launch == launch else {
            return .never
        }
        let isBusy = apps[slot].calls.outstanding.contains { isOfKind($0.call) }
        return apps[slot].hears && !isBusy ? .now(slot) : .later
    }
}
