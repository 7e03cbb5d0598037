import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists an app's settings, or changes one.",
        discussion: """
            Settings are what the app finds in UserDefaults.standard. true and false, numbers and \
            dates (2026-11-21, 2026-11-21T10:00:00Z) are taken as such, everything else as text. A \
            running app is told at once, a suspended one when it wakes (Q5). With --json, one array \
            of objects: key, type, value.

              quiesce settings SlowCount
              quiesce settings SlowCount interval 0.5
              quiesce settings SlowCount interval --delete
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Argument(help: "The setting's name.") var key: String?
    @Argument(help: "Its new value; put -- before one that begins with -.") var value: String?
    @Flag(help: "Delete it: the app has its own default again.") var delete = false
    @Flag(help: "Store the value as text, even if it looks like a number.") var string = false

    func validate() throws {
        if delete, key == nil || value != nil {
            throw ValidationError("--delete takes the name of a setting, and no value")
        }
        if string, value == nil { throw ValidationError("--string is for a value") }
    }

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        if let key, delete {
            return output.report(
                try client.call(.setting(.setSetting(app: id, key: key, value: nil))))
        }
        if let key, let value {
            return output.report(
                try Self.set(key, value, string: string, of: id, client))
        }
        var rows = try client.rows(.setting(.settings(app: id)), as: SettingRow.self)
        if let key {
            rows.removeAll { $0.key != key }
            if rows.isEmpty {
                throw Failure.refused("\(id) has no setting \(key); see `quiesce settings \(id)`")
            }
        }
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        if rows.isEmpty { return say("No settings: \(id) has its own defaults.") }
        var table = Table([.init(title: "KEY"), .init(title: "TYPE"), .init(title: "VALUE")])
        for row in rows {
            table.add([
                Table.Cell(row.key), Table.Cell(row.value.type), Table.Cell(row.value.text),
            ])
        }
        table.print()
    }

    static func set(
        _ key: String, _ value: String, string: Bool = false, of app: String,
        _ client: ControlClient
    ) throws -> String? {
        let value = string ? SettingValue.string(value) : SettingValue(typed: value)
        return try client.call(.setting(.setSetting(app: app, key: key, value: value)))
    }
}

struct SendDefaults: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults", abstract: "Changes a setting of an app.",
        discussion: "As `quiesce settings`.\n\n  quiesce send defaults SlowCount interval 0.5")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Argument(help: "The setting's name.") var key: String
    @Argument(help: "Its new value; put -- before one that begins with -.") var value: String

    func run() throws {
        let client = try device.client()
        output.report(try Settings.set(key, value, of: app.resolve(client), client))
    }
}
