// What the app shows is kept for the switcher, and for its return (P2, F7).
extension AppMachine {
    /// What it shows now is what may be seen of it while it is away.
    mutating func takeSnapshot(_ rule: Rule, _ out: inout Recorder) {
        note(.input, .snapshotTaken, rule, &out)
        out.effects.append(.takeSnapshot(id, launch))
    }
}
