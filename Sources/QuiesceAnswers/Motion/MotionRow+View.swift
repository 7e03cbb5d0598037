import QuiesceCore
import QuiesceWire

extension MotionRow {
    /// - Parameter heard: it was given the sample.
    package init(_ view: SystemMachine.MotionView, heard: Bool) {
        let interval = view.wish.interval
        self.init(
            app: view.app.name, sensor: view.wish.sensor, interval: interval.inSeconds * 1_000,
            heard: heard, detail: "heard it")
        if heard { return }
        if view.isFed {
            reason = "tooSoon"
            detail =
                "had one less than \(interval.spoken) ago, which is how often it asked for them"
        } else {
            reason = view.state.rawValue
            detail = "is \(view.state.rawValue): it gets samples once it executes again (S13)"
        }
    }
}
