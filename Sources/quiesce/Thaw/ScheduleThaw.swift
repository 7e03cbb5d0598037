import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ScheduleThaw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thaw",
        abstract: "Lists the programs that are thawed by schedule, or sets one's schedule.",
        discussion: """
            A hosted program knows nothing of Quiesce and declares no wake-ups. While it is suspended, \
            a schedule thaws it every so often for so long, from 0.1s in 5s to 5m in 7d; moments are \
            shared with other wake-ups, so a thaw may be a tenth later. `on traffic` thaws it within \
            10s after data arrived for it, and each minute while it has connections, until those rest, for 30s \
            at most. The schedule is its \
            Info.plist's QuiesceThaw, or the one that is set here, which lasts. `never` stops it, as \
            `quiesce permissions APP scheduledThaw deny` does; `declared` goes back to the \
            Info.plist's. With --json, one array of objects: app, schedule, by (user, Info.plist), \
            allowed, next.

              quiesce thaw
              quiesce thaw Mail on traffic
              quiesce thaw Mail every 10m for 20s
              quiesce thaw Mail never
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: "The program's id, or its end; without one all that have a schedule are listed.")
    var app: String?
    @Argument(
        help:
            "on traffic, every TIME for TIME, never, or declared; a time is as 20s, 10m, 1.5h or 7d."
    )
    var schedule: [String] = []

    func validate() throws {
        guard !schedule.isEmpty else { return }
        guard schedule == ["never"] || schedule == ["declared"] || ThawSchedule(text) != nil else {
            throw ValidationError("a schedule is never, declared, or \(ThawSchedule.form)")
        }
    }

    private var text: String { schedule.joined(separator: " ") }

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        guard let id, !schedule.isEmpty else { return try list(id, client) }
        let request: ControlRequest =
            switch text {
            case "never":
                .permission(
                    .setPermission(
                        app: id, permission: Permission.scheduledThaw.rawValue,
                        state: PermissionState.denied.rawValue))
            case "declared": .thaw(.setThaw(app: id, schedule: nil))
            case let text: .thaw(.setThaw(app: id, schedule: text))
            }
        output.report(try client.call(request))
    }

    private func list(_ app: String?, _ client: ControlClient) throws {
        let rows = try client.rows(.thaw(.thaws), as: ThawRow.self)
            .filter { app == nil || $0.app == app }
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        ThawText.lines(rows, of: app).forEach(say)
    }
}

/// Schedules, for a person.
enum ThawText {
    static func lines(
        _ rows: [ThawRow], of app: String? = nil, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> [String] {
        if rows.isEmpty {
            return [
                "\(app.map(oneLine) ?? "No program") has \(app == nil ? "a" : "no") schedule; "
                    + "set one with `quiesce thaw \(app.map(oneLine) ?? "APP") every 10m for 20s`."
            ]
        }
        var table = Table([
            .init(title: "APP"), .init(title: "SCHEDULE"), .init(title: "BY"), .init(title: "NEXT"),
        ])
        for row in rows {
            let next =
                row.schedule == ThawSchedule.onTraffic.words
                ? "when data arrive" : row.next.map { HumanText.time($0, now: now, zone: zone) }
            table.add([
                Table.Cell(row.app), Table.Cell(row.schedule), Table.Cell(row.by),
                Table.Cell(
                    row.allowed ? next ?? "once it is suspended" : "never: stopped by the user"),
            ])
        }
        return table.lines(coloured: coloured)
    }
}
