import ArgumentParser
import Foundation
import QuiesceAnswers
import QuiesceClient
import QuiesceSystemScreen
import QuiesceTerminal
import QuiesceWire

struct Switcher: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the apps used lately, the latest first, with their last screens.",
        discussion: """
            With --json, objects as those of `ps`, with snapshot, the file of the app's last screen, \
            and snapshotTaken.

              quiesce switcher --html switcher.html
            """)

    @OptionGroup var device: DeviceOptions
    @Option(
        help: "Writes a page with the apps' last screens; - for standard output.",
        completion: .file(extensions: ["html"]))
    var html: String?
    @OptionGroup var output: JSONOption

    func validate() throws {
        if html != nil, output.json { throw ValidationError("choose --html or --json") }
    }

    func run() throws {
        let client = try device.client()
        if let html { return try ScreenPicture.write(page(client), to: html) }
        var rows: [String] = []
        try client.call(.switcher) { rows.append($0) }
        if output.json { return say(JSONOutput.array(rows)) }
        Self.table(try rows.map { try decodeRow($0) }, now: Date()).print()
    }

    static func table(_ rows: [ProcessRow], now: Date) -> Table {
        var table = Table([
            .init(title: "ID"), .init(title: "STATE"), .init(title: "FOR", isNumber: true),
            .init(title: "SCREEN", isNumber: true), .init(title: "REASON"),
        ])
        for row in rows {
            table.add([
                Table.Cell(row.id), Table.Cell(row.state, .state(row.state)),
                Table.Cell(HumanText.age(row.since, now: now)),
                Table.Cell(row.snapshotTaken.map { HumanText.age($0, now: now) } ?? "-"),
                Table.Cell(row.reason),
            ])
        }
        return table
    }

    /// One page with every snapshot drawn in it. Nothing on it leads anywhere; a picture says by
    /// which command its app is opened.
    private func page(_ client: ControlClient) throws -> String {
        let rows = try client.rows(.switcher, as: ProcessRow.self)
        var page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Switcher</title>
            <style>body{display:flex;flex-wrap:wrap;gap:2em;margin:2em;background:#1b2433;\
            color:#ffffff;font-family:Inter,sans-serif}figure{margin:0}\
            figcaption{margin-bottom:.6em}figure>svg{border-radius:18px}\
            figcaption svg{vertical-align:middle}</style>
            </head><body>

            """
        guard !rows.isEmpty else { return page + "<p>No app was used lately.</p></body></html>\n" }
        for card in try client.drawing({ try $0.cards(of: rows.map(\.id)) }) {
            let state = rows.first { $0.id == card.app }?.state ?? ""
            let id = SceneDrawing.escaped(card.app)
            page += "<figure title=\"quiesce open \(id)\"><figcaption>\(card.icon) "
            page += "\(SceneDrawing.escaped(card.name)) (\(id)): \(SceneDrawing.escaped(state))"
            page += "</figcaption>\(card.screen ?? "")</figure>\n"
        }
        return page + "</body></html>\n"
    }
}
