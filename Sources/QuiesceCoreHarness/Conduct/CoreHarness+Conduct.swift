import QuiesceCore

extension CoreHarness {
    /// The kernel shows what an app holds and uses.
    func examine(_ process: AppProcess, _ examination: Examination) {
        let (app, launch) = (process.app, process.launch)
        let found = findings[app] ?? Findings()
        if case .suspended = examination, found.holdsNothing { return }
        act(process, .event(.examined(app, launch, examination, found)))
    }
}
