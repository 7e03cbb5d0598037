import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct SendAccessory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessory", abstract: "Connects or disconnects an accessory, or lists them.",
        discussion: """
            With --protocol, apps hear of it whose Info.plist has one of its protocols, in \
            UISupportedExternalAccessoryProtocols, and can open a session with it (E1-E3). --pty names the \
            terminal behind which it is: whoever has the other end is the accessory, and it is disconnected \
            once that is closed. Without --pty one is made, and it says where: what is written there comes \
            from the accessory.

            Without --protocol, apps hear of its name, and no more. What the machine has itself is connected by \
            plugging it in.

              quiesce send accessory connect Scale --protocol org.example.scale
              quiesce send accessory connect Scale --protocol org.example.scale --pty /dev/pts/7
              quiesce send accessory disconnect Scale
              quiesce send accessory list
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable { case connect, disconnect, list }

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "connect, disconnect or list.") var action: Action
    @Argument(help: "The accessory's name.") var name: String?
    @Option(name: .customLong("protocol"), help: "What it speaks; may be given several times.")
    var protocols: [String] = []
    @Option(help: "The terminal behind which it is.") var pty: String?
    @Option(help: "What it says of itself.") var manufacturer: String?
    @Option(help: "Likewise.") var model: String?
    @Option(help: "Likewise.") var serial: String?
    @Option(help: "Likewise: the version of its firmware.") var firmware: String?
    @Option(help: "Likewise: that of its hardware.") var hardware: String?

    func validate() throws {
        if (action == .list) != (name == nil) {
            throw ValidationError(
                action == .list ? "list takes no name" : "name the accessory")
        }
        if action != .connect || protocols.isEmpty, pty != nil {
            throw ValidationError("--pty needs --protocol: only with those there are sessions")
        }
    }

    private var played: PlayedAccessory {
        guard let name else { return .list }
        if action == .disconnect { return .disconnect(name) }
        if protocols.isEmpty { return .name(name) }
        let accessory = Accessory(
            name: name, manufacturer: manufacturer, model: model, serial: serial,
            firmware: firmware, hardware: hardware, protocols: protocols)
        // The daemon runs elsewhere.
        return .connect(accessory, path: pty.map { URL(fileURLWithPath: $0).path })
    }

    func run() throws {
        let client = try device.client()
        guard action == .list else {
            return output.report(try client.call(.sendEvent(played.words)))
        }
        var rows: [String] = []
        try client.call(.sendEvent(played.words)) { rows.append($0) }
        if output.json { return say(JSONOutput.array(rows)) }
        for row in rows { say(Self.line(try decodeRow(row))) }
    }

    static func line(_ row: AccessoryRow) -> String {
        let place = row.path.map { " at \($0)" } ?? ""
        let session = row.app.map { ", in a session with \($0)" } ?? ""
        return oneLine(
            "\(row.name) speaks \(row.protocols.joined(separator: ", "))\(place)\(row.simulated ? ", simulated" : "")\(session)"
        )
    }
}
