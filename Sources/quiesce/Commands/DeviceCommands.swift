import ArgumentParser
import QuiesceTerminal
import QuiesceWire

struct Reboot: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restarts the simulated device.",
        discussion: "Every app is killed, and the daemon comes back as after a boot.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        let client = try device.client()
        report(try withProgress("restarting") { try client.call(.reboot, patience: nil) })
    }
}

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says how the device is, or an app.",
        discussion: """
            How apps are frozen and kept apart on this machine, and what the owner should know. Of an \
            app, all on one page: its state and why, its process, permissions, transfers and last words. \
            With --json, one object; an app's has app, lastWords, permissions, process, transfers, why.

              quiesce status SlowCount
              quiesce status --json | jq .freezer
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "An app's id, or its end. Default: the device.", completion: .apps)
    var app: String?

    func run() throws {
        let client = try device.client()
        if let app {
            let status = try AppStatus(app, client)
            if output.json { say(status.jsonText) } else { status.show() }
            return
        }
        if output.json {
            try client.call(.status) { say($0) }
            return
        }
        let status = try client.row(.status, as: DeviceStatus.self)
        Self.text(status).forEach(say)
    }

    static func text(_ status: DeviceStatus, coloured: Bool = Colour.isOn) -> [String] {
        let lines = lines(status).map { ($0.isEmpty ? "" : $0 + ":", $1) }
        let width = max(12, (lines.map(\.0.count).max() ?? 0) + 1)
        return lines.map { label, value in
            label.coloured(.bold, if: coloured)
                + String(repeating: " ", count: width - label.count) + value
        }
    }

    static func lines(_ status: DeviceStatus) -> [(String, String)] {
        let freezer =
            switch status.freezer {
            case "cgroup": "cgroup (apps are frozen by the kernel)"
            case "signals": "signals (SIGSTOP: no cgroup can be written)"
            case let other: other
            }
        let screen =
            status.asleep ? "asleep" : status.locked ? "locked" : status.foreground ?? "home screen"
        var lines = [
            ("device", "\(status.device), pid \(status.pid), version \(status.version)"),
            ("home", status.home),
            ("profile", status.profile),
            ("up since", HumanText.time(status.since)),
            ("screen", screen),
            (
                "apps",
                "\(status.apps) installed, \(status.running) running, \(status.suspended) suspended"
            ),
            ("freezer", freezer),
            ("isolation", status.isolation),
        ]
        if let sound = status.sound {
            lines.append(
                ("sound", sound ? "a sound server plays it" : "none: apps play, and are silent"))
        }
        if let windows = status.windows {
            lines.append(
                (
                    "windows",
                    windows == "none"
                        ? "no desktop says which are shown: programs that have any run on"
                        : "\(windows) says which are shown, and which has the focus"
                ))
        }
        if let transfers = status.transfers {
            let agent =
                transfers.agent.map { "the agent is process \($0)" } ?? "the agent isn't needed"
            lines.append(
                (
                    "transfers",
                    "\(transfers.running) running, \(transfers.waiting) waiting, \(transfers.total) in all; \(agent)"
                ))
        }
        if let until = status.notificationsHeldUntil {
            lines.append(
                (
                    "notifications",
                    "held until the clock shows \(HumanText.time(until)), as it did before the restart; set it"
                ))
        }
        if status.passcode == true {
            let files = status.protectedData == true ? "readable" : "locked"
            lines.append(("passcode", "set; protected files are \(files)"))
        }
        let power = [
            status.screen?.lowPowerMode == true ? "Low Power Mode is on" : nil,
            status.screen?.thermalState.map { "the thermal state is \($0)" },
        ].compactMap(\.self)
        if !power.isEmpty { lines.append(("power", power.joined(separator: "; "))) }
        if status.journalPayloads == true {
            lines.append(("payloads", "kept in the journal (--journal-payloads)"))
        }
        return
            (lines + status.notes.enumerated().map { ($0.offset == 0 ? "notes" : "", $0.element) })
            .map { ($0.0, oneLine($0.1)) }
    }
}
