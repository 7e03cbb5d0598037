extension WakeRule {
    /// A hosted program's time by its schedule (Y1)
    static let thaw = WakeRule(
        spoken: "a scheduled thaw", modes: [], rule: .y1, completion: .y1,
        limit: { _ in ThawSchedule.thaws.upperBound }, woken: .wokenForThaw, sent: .wokenForThaw,
        isOfTheMoment: true, needsProcess: .thawNeedsProcess,
        permission: (.scheduledThaw, .thawNotAllowed), endsByItself: true, isNoRefresh: true,
        condition: " It is thawed while it is suspended, as its schedule says (Y1).")
}
