import QuiesceWire
import Testing

@testable import QuiesceDeviceBus

@Suite("Changes that the device on the bus signals") struct HistoryTests {
    private func row(_ id: String, _ state: String) -> ProcessRow {
        ProcessRow(
            id: id, state: state, pid: 7, launch: 1, since: "", reason: "opened", tasks: 0,
            memoryBytes: nil)
    }

    private func decision(_ app: String, _ to: String?) -> DeviceNews {
        .decided(
            LogRow(
                seq: 1, time: "", app: app, kind: "transition", from: nil, to: to,
                reason: "leftByUser", rule: nil, detail: nil))
    }

    private func shown(_ id: UInt64, _ state: String = "shown") -> NotificationRow {
        var row = NotificationRow(notification: id, app: "mail", name: "n", state: state)
        row.title = "Title"
        return row
    }

    @Test("Apps and notifications that were there first are no change") func first() {
        var history = DeviceHistory()
        #expect(history.take(.began([row("mail", "active")], [shown(1)])).isEmpty)
        // The rows with which following begins.
        #expect(history.take(.notification(shown(1))).isEmpty)
    }

    @Test("A state is signalled once, with its reason, and a decision without one isn't")
    func states() {
        var history = DeviceHistory()
        _ = history.take(.began([row("mail", "active")], []))
        let change = DeviceChange.state(app: "mail", state: "background", reason: "leftByUser")
        #expect(history.take(decision("mail", "background")) == [change])
        #expect(history.take(decision("mail", "background")).isEmpty)
        #expect(history.take(decision("mail", nil)).isEmpty)
    }

    @Test("Changes between two daemons are signalled with the next one's first news")
    func daemons() {
        var history = DeviceHistory()
        _ = history.take(.began([row("mail", "active"), row("chat", "suspended")], [shown(1)]))
        _ = history.take(.view(.init(foreground: "mail", isLocked: false, profile: "ios8")))
        #expect(
            history.take(.gone("it ended")) == [
                .foreground(""), .property(.foreground), .property(.profile),
            ])
        #expect(history.take(.gone("it ended")).isEmpty)
        #expect(
            history.take(.began([row("mail", "notRunning"), row("chat", "suspended")], [shown(2)]))
                == [
                    .state(app: "mail", state: "notRunning", reason: "opened"),
                    .removed(id: 1, app: "mail"), .added(id: 2, app: "mail", title: "Title"),
                ])
    }

    @Test("A notification is added once, and removed once") func notifications() {
        var history = DeviceHistory()
        _ = history.take(.began([], []))
        #expect(
            history.take(.notification(shown(3))) == [.added(id: 3, app: "mail", title: "Title")])
        #expect(history.take(.notification(shown(3))).isEmpty)
        #expect(history.take(.notification(shown(3, "gone"))) == [.removed(id: 3, app: "mail")])
        #expect(history.take(.notification(shown(3, "gone"))).isEmpty)
        #expect(history.take(.notification(shown(4, "scheduled"))).isEmpty)
    }

    @Test("Installations and questions are signalled as the lists change, also over a daemon")
    func lists() {
        var history = DeviceHistory()
        let mail = DeviceLists(
            apps: ["mail": "1", "chat": "1"], prompts: [4: .init(app: "mail", permission: "motion")]
        )
        #expect(history.take(.lists(mail)).isEmpty)
        #expect(history.take(.lists(mail)).isEmpty)
        _ = history.take(.gone("it ended"))
        let question = DeviceLists.Prompt(app: "notes", permission: "location")
        let notes = DeviceLists(apps: ["mail": "2", "notes": "1"], prompts: [5: question])
        #expect(
            history.take(.lists(notes)) == [
                .installed(app: "mail", version: "2"), .installed(app: "notes", version: "1"),
                .uninstalled(app: "chat"), .answered(id: 4, app: "mail"), .asked(id: 5, question),
            ])
    }

    @Test("A lock is a change of its property alone") func lock() {
        var history = DeviceHistory()
        let view = DeviceView(foreground: "", isLocked: true, profile: "")
        #expect(history.take(.view(view)) == [.property(.locked)])
        #expect(history.take(.view(view)).isEmpty)
    }
}
