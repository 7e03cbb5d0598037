import QuiesceCore

extension CalmStory {
    /// It has a manager that is restored.
    var openBelt: [Step.Action] {
        [
            .bluetooth(
                .ask(app: app, .open(manager: "belt", role: .central, restores: true)))
        ]
    }
}
