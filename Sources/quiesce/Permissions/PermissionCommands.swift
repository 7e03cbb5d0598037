import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

extension Permission: ExpressibleByArgument {}

/// The user's settings of a permission's switch.
enum PermissionChoice: String, ExpressibleByArgument, CaseIterable {
    case allow, deny, reset
    case whileInUse = "while-in-use"

    var state: PermissionState {
        switch self {
        case .allow: .authorized
        case .deny: .denied
        case .reset: .notDetermined
        case .whileInUse: .authorizedWhenInUse
        }
    }
}

struct Permissions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists or changes an app's permissions.",
        discussion: """
            An app asks once; what was answered is kept until it is changed or reset here (U4). \
            Without backgroundRefresh it is neither launched nor resumed in the background (F8); \
            `quiesce send background-refresh off` is for all apps. Whether notifications come as \
            banners or as alerts is `quiesce notifications style`. With --json, one array of \
            objects: permission, state (notDetermined, denied, authorized; of location also \
            authorizedWhenInUse).

              quiesce permissions SlowCount
              quiesce permissions SlowCount backgroundRefresh deny
              quiesce permissions Runner location while-in-use
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Argument(
        help: "\(Permission.allCases.map(\.rawValue).joined(separator: ", ")).")
    var permission: Permission?
    @Argument(help: "allow, deny, reset, as at the beginning; of location also while-in-use.")
    var choice: PermissionChoice?

    func validate() throws {
        if choice == .whileInUse, permission != .location {
            throw ValidationError("only location can be allowed while-in-use; say allow or deny")
        }
    }

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        if let permission, let choice {
            return output.report(
                try client.call(
                    .permission(
                        .setPermission(
                            app: id, permission: permission.rawValue, state: choice.state.rawValue))
                ))
        }
        let rows = try client.rows(.permission(.permissions(app: id)), as: PermissionRow.self)
            .filter {
                permission == nil || $0.permission == permission?.rawValue
            }
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        var table = Table([.init(title: "PERMISSION"), .init(title: "STATE")])
        for row in rows { table.add([Table.Cell(row.permission), Table.Cell(row.state)]) }
        table.print()
    }
}

struct Prompts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists apps' questions to the user.",
        discussion: """
            A question is shown while its app is in front, which is inactive meanwhile; it goes with \
            its app. With --json, one array of objects: prompt, app, permission, shown.

              quiesce prompts
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let rows = try device.client().rows(.permission(.prompts), as: PromptRow.self)
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        if rows.isEmpty { return say("No app asks anything.") }
        var table = Table([
            .init(title: "PROMPT", isNumber: true), .init(title: "APP"),
            .init(title: "PERMISSION"), .init(title: "SHOWN"),
        ])
        for row in rows {
            table.add([
                Table.Cell("\(row.prompt)"), Table.Cell(row.app), Table.Cell(row.permission),
                Table.Cell(row.shown ? "yes" : "no"),
            ])
        }
        table.print()
    }
}

/// The user's answers to a question.
enum PromptChoice: String, ExpressibleByArgument, CaseIterable {
    case allow, deny
}

struct AnswerPrompt: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answers an app's question to the user.",
        discussion: "  quiesce answer 17 allow")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "Its number in `quiesce prompts`.") var prompt: UInt64
    @Argument(help: "allow or deny.") var choice: PromptChoice

    func run() throws {
        output.report(
            try device.client().call(
                .permission(.answerPrompt(prompt: prompt, allow: choice == .allow))))
    }
}
