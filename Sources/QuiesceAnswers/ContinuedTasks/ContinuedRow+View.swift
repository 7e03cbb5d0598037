import QuiesceCore
import QuiesceWire

extension ContinuedRow {
    package init(_ view: SystemMachine.ContinuedView) {
        self.init(
            app: view.app.name, identifier: view.task.identifier, title: view.task.title,
            subtitle: view.task.subtitle,
            state: view.waits ? "waiting" : view.ends ? "ending" : "running",
            percent: view.percent)
    }
}
