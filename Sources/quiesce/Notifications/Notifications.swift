import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Notifications: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows notifications, opens an app from one, or dismisses them.",
        discussion: """
            What is shown stays until it is opened, dismissed, or taken back by its app. It is the \
            same that a desktop shows, and is opened there by a click. While an alert waits for that, \
            the app in front is inactive; `style` chooses between banners and alerts.

              quiesce notifications
              quiesce notifications --scheduled --app GettingAttention
              quiesce notifications open 12
              quiesce notifications open 12 --action reply --text "On my way"
              quiesce notifications style GettingAttention alert
            """,
        subcommands: [
            ListNotifications.self, OpenNotification.self, DismissNotification.self,
            NotificationStyle.self,
        ],
        defaultSubcommand: ListNotifications.self)
}

struct ListNotifications: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows notifications. This is what `notifications` alone does.",
        discussion: """
            Times are local ones. With --json, one array of objects, or, with --follow, an object per \
            line for each change: notification, app, name, state (shown, scheduled, gone), time, late \
            (seconds), repeats, timeZone, title, body, sound, badge, style (none, banner, alert), covers \
            (true while it is an alert over what is in front), actions (objects: id, title, text).
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(
        help:
            "Show scheduled notifications and when each fires next, instead of those on the screen."
    )
    var scheduled = false
    @Flag(help: "Keep showing changes, until Ctrl-C.") var follow = false
    @Option(help: ArgumentHelp("Only this app's notifications.", valueName: "id")) var app: String?

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let request = ControlRequest.notification(
            .notifications(app: id, scheduled: scheduled, follow: follow))
        if follow {
            try client.call(request, patience: nil) { text in
                say(output.json ? text : NotificationText.line(try decodeRow(text)))
            }
            return
        }
        var texts: [String] = []
        try client.call(request) { texts.append($0) }
        if output.json { return say(JSONOutput.array(texts)) }
        if texts.isEmpty {
            return say(scheduled ? "No notification is scheduled." : "No notifications.")
        }
        NotificationText.table(try texts.map { try decodeRow($0) }).print()
    }
}

struct OpenNotification: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Brings a notification's app to the front, or chooses an action of it.",
        discussion: """
            Without an option its app comes to the front with it. An action of its category may do that, \
            too; another wakes or launches its app in the background, and leaves what is in front there.

              quiesce notifications open 12
              quiesce notifications open 12 --action reply --text "On my way"
              quiesce notifications open 12 --settings
            """)
    @OptionGroup var device: DeviceOptions
    @Option(
        help: ArgumentHelp(
            "An action, as ACTIONS of `quiesce notifications` has it.", valueName: "id"))
    var action: String?
    @Option(help: "For an action that asks for a text: what the user writes.") var text: String?
    @Flag(help: "Have the app show its own settings for notifications.") var settings = false
    @Argument(
        help: ArgumentHelp("Its number, as `quiesce notifications` shows it.", valueName: "n"))
    var notification: UInt64

    func validate() throws {
        if settings, action != nil {
            throw ValidationError("open takes --action or --settings, not both.")
        }
        if text != nil, action == nil {
            throw ValidationError("--text goes with --action: it is written to one.")
        }
    }

    func run() throws {
        let request: ControlRequest.Notification =
            action == nil && !settings
            ? .openNotification(notification)
            : .answerNotification(notification: notification, action: action, text: text)
        report(try device.client().call(.notification(request)))
    }
}

struct DismissNotification: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Removes a notification, or all; their apps hear nothing."
    )
    @OptionGroup var device: DeviceOptions
    @Flag(help: "All that are shown.") var all = false
    @Argument(
        help: ArgumentHelp("Its number, as `quiesce notifications` shows it.", valueName: "n"))
    var notification: UInt64?

    func validate() throws {
        if all == (notification != nil) {
            throw ValidationError("dismiss takes a notification's number, or --all.")
        }
    }

    func run() throws {
        report(try device.client().call(.notification(.dismissNotification(notification))))
    }
}
