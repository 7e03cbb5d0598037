import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ShowEnergy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "energy",
        abstract: "Says how much energy each app's background fetches have cost.",
        discussion: """
            An estimate: CPU time of the app's processes, bytes that came in, and seconds of a \
            cellular radio, each at the profile's price, from when a fetch or a background task was \
            handed to the app until it was done. `quiesce log --app APP` has each charge. With --json, one \
            array of objects: app, joules, fetches, cpu (seconds), received (bytes), radio (seconds), \
            since.

              quiesce energy
              quiesce energy --json | jq '.[0].app'
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        var rows: [String] = []
        try device.client().call(.energy) { rows.append($0) }
        if output.json { return say(JSONOutput.array(rows)) }
        EnergyText.lines(try rows.map { try decodeRow($0) }).forEach(say)
    }
}

/// The energy of apps, for a person.
enum EnergyText {
    static func lines(
        _ rows: [EnergyRow], now: Date = Date(), coloured: Bool = Colour.isOn
    ) -> [String] {
        if rows.isEmpty { return ["No app has been charged for a fetch."] }
        var table = Table([
            .init(title: "APP"), .init(title: "ENERGY", isNumber: true),
            .init(title: "FETCHES", isNumber: true), .init(title: "CPU", isNumber: true),
            .init(title: "RECEIVED", isNumber: true), .init(title: "RADIO", isNumber: true),
            .init(title: "SINCE", isNumber: true),
        ])
        for row in rows {
            table.add([
                Table.Cell(row.app),
                Table.Cell(String(format: "%.1f J", row.joules)),
                Table.Cell(String(row.fetches)),
                Table.Cell(String(format: "%.2f s", row.cpu)),
                Table.Cell(HumanText.bytes(Int(clamping: row.received))),
                Table.Cell(String(format: "%.1f s", row.radio)),
                Table.Cell(HumanText.age(row.since, now: now)),
            ])
        }
        return table.lines(coloured: coloured)
    }
}
