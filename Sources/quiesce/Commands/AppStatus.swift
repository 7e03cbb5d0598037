import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// All about one app, on one page: `quiesce status APP`.
struct AppStatus {
    private let app: AppRow
    private let process: ProcessRow
    private let why: WhyAnswer
    private let permissions: [PermissionRow]
    private let transfers: [TransferRow]
    private let lastWords: [String]

    /// Lines of its output, and the bytes in which they are looked for.
    private static let lines = 5
    private static let bytes: off_t = 4_096

    /// - Throws: exit code 1 where no such app is installed.
    init(_ name: String, _ client: ControlClient) throws {
        let apps = try client.rows(.apps, as: AppRow.self)
        let id = try AppName.resolve(name, among: apps.map(\.id))
        guard let app = apps.first(where: { $0.id == id }),
            let process = try client.rows(.ps, as: ProcessRow.self).first(where: { $0.id == id })
        else {
            throw Failure.refused(
                "no app of the name \"\(oneLine(name))\" is installed; see `quiesce apps`")
        }
        self.app = app
        self.process = process
        why = try client.row(.why(app: id, not: nil), as: WhyAnswer.self)
        permissions = try client.rows(.permission(.permissions(app: id)), as: PermissionRow.self)
        transfers = try client.rows(.transfer(.transfers(app: id)), as: TransferRow.self)
        lastWords = Self.lastWords(of: id, client)
    }

    /// None where the app has printed nothing yet.
    private static func lastWords(of id: String, _ client: ControlClient) -> [String] {
        guard
            let place = try? client.row(.output(app: id, launch: nil), as: OutputLocation.self),
            let length = try? OutputFile(path: place.path).length,
            let file = try? OutputFile(path: place.path, from: max(0, length - bytes))
        else { return [] }
        var said: [UInt8] = []
        file.drain { said += $0 }
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        return lines.suffix(Self.lines).map { oneLine(String($0)) }
    }

    var jsonText: String {
        """
        {"app":\(app.jsonText),"lastWords":\(JSONOutput.array(lastWords.map(\.jsonText))),\
        "permissions":\(JSONOutput.array(permissions.map(\.jsonText))),\
        "process":\(process.jsonText),\
        "transfers":\(JSONOutput.array(transfers.map(\.jsonText))),"why":\(why.jsonText)}
        """
    }

    func show() {
        say("\(oneLine(app.name).coloured(.bold))  \(app.id) \(oneLine(app.version))")
        // The log and `why` have the rest.
        var why = why
        (why.chain, why.refusals) = ([], [])
        WhyText.lines(why).forEach(say)
        say("")
        for (name, value) in facts where !value.isEmpty {
            say((name + ":").padding(toLength: 12, withPad: " ", startingAt: 0) + value)
        }
        if !lastWords.isEmpty {
            say("")
            say("Last words:".coloured(.bold))
            for line in lastWords { say("  " + line) }
        }
    }

    private var facts: [(String, String)] {
        [
            ("process", words(of: process)), ("badge", app.badge.map { "\($0)" } ?? ""),
            ("declares", app.backgroundModes.joined(separator: ", ")),
            ("may", listed { $0.hasPrefix("authorized") }), ("may not", listed { $0 == "denied" }),
            (
                "transfers",
                transfers.isEmpty
                    ? "" : "\(transfers.count); see `quiesce transfers --app \(app.id)`"
            ),
            ("container", oneLine(app.container)),
        ]
    }

    private func words(of row: ProcessRow) -> String {
        guard let pid = row.pid else { return "" }
        var words = ["\(pid)", "launch \(row.launch)"]
        if let bytes = row.memoryBytes { words.append(HumanText.bytes(bytes)) }
        if row.tasks > 0 { words.append("\(row.tasks) background tasks") }
        if row.unresponsive == true { words.append("unresponsive") }
        return words.joined(separator: ", ")
    }

    private func listed(_ isMeant: (String) -> Bool) -> String {
        permissions.filter { isMeant($0.state) }.map(\.permission).joined(separator: ", ")
    }
}
