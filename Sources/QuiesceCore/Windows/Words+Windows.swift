// Windows in plain words, for the log and `why`.
extension Reason {
    public static let windowFocused = Reason(
        "windowFocused", .event("one of its windows has the focus"))
    public static let windowUnfocused = Reason(
        "windowUnfocused", .event("none of its windows has the focus any more"))
    public static let windowsShown = Reason(
        "windowsShown", .event("one of its windows is shown"))
    public static let windowsHidden = Reason(
        "windowsHidden", .event("none of its windows is shown any more"))
    public static let windowsLost = Reason(
        "windowsLost", .event("the desktop no longer says which windows are shown"))
    public static let wokenForWindow = Reason(
        "wokenForWindow", .event("one of its windows is shown, or might be"))
}

extension Windows {
    static let reasons: [Reason] = [
        .windowFocused, .windowUnfocused, .windowsShown, .windowsHidden, .windowsLost,
        .wokenForWindow,
    ]
}
