import QuiesceWire

// The dictionaries of results. Their keys are promised: docs/device-bus.md.

extension Fields {
    /// - Parameter process: its row of `ps`; nil: it has just been installed.
    init(_ app: AppRow, _ process: ProcessRow?) {
        self = [
            "id": .text(app.id), "name": .text(app.name), "version": .text(app.version),
            "state": .text(process?.state ?? "notRunning"),
            "frozen": .flag(process?.state == "suspended"),
        ]
        if let badge = app.badge, badge > 0 { self["badge"] = .number(UInt32(clamping: badge)) }
        guard let process else { return }
        add("reason", text: process.reason)
        add("since", text: process.since)
        self["launch"] = .long(process.launch)
        self["tasks"] = .number(UInt32(clamping: process.tasks))
        if let pid = process.pid { self["pid"] = .number(UInt32(clamping: pid)) }
        if let bytes = process.memoryBytes { self["memory"] = .long(UInt64(clamping: bytes)) }
        if process.unresponsive == true { self["unresponsive"] = .flag(true) }
        if process.ending == true { self["ending"] = .flag(true) }
    }

    init(_ row: NotificationRow) {
        self = [
            "id": .long(row.notification), "app": .text(row.app), "name": .text(row.name),
            "covers": .flag(row.covers == true),
        ]
        add("time", text: row.time)
        add("title", text: row.title)
        add("body", text: row.body)
        add("style", text: row.style)
        if let actions = row.actions {
            self["actions"] = .actions(
                actions.map { .init(id: $0.id, title: $0.title, takesText: $0.text) })
        }
    }

    init(_ row: PromptRow) {
        self = [
            "id": .long(row.prompt), "app": .text(row.app),
            "permission": .text(row.permission), "shown": .flag(row.shown),
        ]
        add("range", text: row.range)
    }
}

extension WhyAnswer {
    /// The sentence, then one for each thing that it waits for.
    var sentences: String { ([sentence] + pending.map(\.sentence)).joined(separator: "\n") }

    /// A question about an id doesn't make it an app.
    var isOfNobody: Bool { since == nil && launch == 0 && endings.isEmpty }
}
