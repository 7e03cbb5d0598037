// The end of a background task's time, of which its app is told before.
extension AppMachine {
    /// The app is to come to an end with it, now that its time is nearly over or what it needs is
    /// gone. It has a moment for that; if it hasn't completed by then, it is killed (F5).
    mutating func expire(_ wake: WakeID, _ context: AppContext, _ out: inout Recorder) {
        guard let index = wakes.firstIndex(where: { $0.id == wake }), !wakes[index].isWarned,
            let end = wakes[index].deadline(context.profile)
        else {
            if let index = wakes.firstIndex(where: { $0.id == wake && $0.delivered == nil }) {
                wakes[index].endsAtOnce = true
            }
            return
        }
        let moment = context.now.awake + context.profile.expirationWarning
        wakes[index].isWarned = true
        // Nobody is killed unwarned, or warned too late.
        if end <= context.now.awake {
            wakes[index].delivered = wakes[index].delivered.map { $0 + (moment - end) }
        }
        wakes[index].endsAt = moment
        note(
            .wake, .taskExpires, .f5,
            detail: .wake(
                wake, cause: wakes[index].cause.name, limit: context.profile.expirationWarning),
            &out)
        deliver(.expireWake(wake), context, &out)
    }
}
