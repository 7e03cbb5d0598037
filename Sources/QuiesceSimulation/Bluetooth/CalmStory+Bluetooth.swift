import QuiesceCore

extension CalmStory {
    /// It looks for a belt by a manager that is restored.
    var scanForBelt: [Step.Action] {
        [
            .permit(app: app, .bluetooth, .authorized),
            .bluetooth(
                .ask(app: app, .open(manager: "belt", role: .central, restores: true))),
            .bluetooth(
                .ask(app: app, .scan(manager: "belt", services: ["180D"], duplicates: false))),
        ]
    }
}
