import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Tasks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks",
        abstract: "Lists the tasks that apps go on with when they are left, or stops one.",
        discussion: """
            A continued task (BGContinuedProcessingTask, profiles ios26 and ios27) begins while its app \
            is in front, and keeps the app from being suspended until it is done. Its user sees how far \
            it has come, here and on the device's screen, and may stop it: its expiration handler is \
            called, and an app that goes on with it nevertheless is ended. With --json, one array of \
            objects: app, identifier, title, subtitle, state (waiting, running, ending), percent.

              quiesce tasks
              quiesce tasks stop Film
              quiesce tasks stop Film org.example.Film.export.7
            """,
        subcommands: [ListTasks.self, StopTask.self], defaultSubcommand: ListTasks.self)
}

struct ListTasks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the tasks that apps go on with.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let rows = try device.client().rows(
            .continuedTasks(.continuedTasks), as: ContinuedRow.self)
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        TaskText.lines(rows).forEach(say)
    }
}

struct StopTask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Has an app come to an end with its tasks, or with one.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "The app's id, or its end.") var app: String
    @Argument(help: "The task's identifier; without one all of the app's are stopped.")
    var identifier: String?

    func run() throws {
        let client = try device.client()
        let id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        output.report(
            try client.call(
                .continuedTasks(.stopContinuedTask(app: id, identifier: identifier))))
    }
}

/// Continued tasks, for a person.
enum TaskText {
    static func lines(_ rows: [ContinuedRow], coloured: Bool = Colour.isOn) -> [String] {
        if rows.isEmpty { return ["No app goes on with a task."] }
        var table = Table([
            .init(title: "APP"), .init(title: "TASK"), .init(title: "DONE"),
            .init(title: "IDENTIFIER"),
        ])
        for row in rows {
            let title = row.subtitle.isEmpty ? row.title : "\(row.title), \(row.subtitle)"
            table.add([
                Table.Cell(row.app), Table.Cell(oneLine(title)),
                Table.Cell(row.state == "running" ? "\(row.percent) %" : row.state),
                Table.Cell(oneLine(row.identifier)),
            ])
        }
        return table.lines(coloured: coloured)
    }
}
