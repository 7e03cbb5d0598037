// The app's picture is kept for the switcher, and for the app's return (P2, F7).
extension AppMachine {
    /// Takes the picture of the app that may be seen while the app is away.
    mutating func takeSnapshot(_ rule: Rule, _ out: inout Recorder) {
        note(.input, .snapshotTaken, rule, &out)
        out.effects.append(.takeSnapshot(id, launch))
    }
}
