// Undeclared work in plain words, for the log and `why`.
extension Reason {
    public static let hasWork = Reason("hasWork") { detail, _ in
        .event("it isn't suspended, as \(detail.words(or: "it has work"))")
    }
    public static let hasNoWork = Reason(
        "hasNoWork", .event("the work that kept it from being suspended is over"))
    public static let wokenForWork = Reason("wokenForWork", .event("it has work"))
    public static let wokenForCall = Reason(
        "wokenForCall", .event("somebody calls it on the message bus"))
}

extension Busy {
    static let reasons: [Reason] = [.hasWork, .hasNoWork, .wokenForWork, .wokenForCall]
}
