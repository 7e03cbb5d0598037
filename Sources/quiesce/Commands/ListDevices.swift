import ArgumentParser
import Glibc
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

struct ListDevices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists the devices that run on this machine.",
        discussion: """
            Yours, and root's where you may control it; root sees all. With --json, one array of objects \
            as `quiesce status --json` has them.

              quiesce devices
              quiesce ps --home ~/phone
            """)

    @OptionGroup var output: JSONOption

    /// Seconds that a daemon has for its answer: one that hangs hides no other.
    private static let patience = 2

    func run() throws {
        var texts: [String] = []
        for socket in ControlSockets.listening() {
            guard let client = ControlClient(at: socket) else { continue }
            // One that hangs, or is no device of ours, isn't listed.
            _ = try? client.call(.status, patience: Self.patience) { texts.append($0) }
        }
        if output.json { return say(JSONOutput.array(texts)) }
        let devices = texts.compactMap { try? decodeRow($0) as DeviceStatus }
        if devices.isEmpty { return say("No device runs; start one with `quiesce up`.") }
        var table = Table([
            .init(title: "HOME"), .init(title: "PROFILE"), .init(title: "PID", isNumber: true),
            .init(title: "APPS", isNumber: true), .init(title: "RUNNING", isNumber: true),
            .init(title: "IN FRONT"),
        ])
        for device in devices.sorted(by: { $0.home < $1.home }) {
            let front = device.asleep ? "asleep" : device.locked ? "locked" : device.foreground
            table.add([
                Table.Cell(device.home), Table.Cell(device.profile), Table.Cell("\(device.pid)"),
                Table.Cell("\(device.apps)"), Table.Cell("\(device.running)"),
                Table.Cell(front ?? "-"),
            ])
        }
        table.print()
    }
}

/// Control sockets that somebody listens at, in this network namespace.
enum ControlSockets {
    /// Those in folders of this user's, and of root's; root's own search finds all.
    static func listening(
        _ table: String = ProcFile.read("/proc/net/unix") ?? "", user: uid_t = geteuid()
    ) -> [String] {
        let paths = table.split(separator: "\n").compactMap { line -> String? in
            // Num: RefCount Protocol Flags Type St Inode Path
            let fields = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
            guard fields.count == 8, fields[3] == "00010000", fields[7].hasSuffix("/control.sock")
            else { return nil }
            return String(fields[7])
        }
        return Set(paths).sorted().filter { path in
            var status = stat()
            return stat(path, &status) == 0 && [0, user].contains(status.st_uid) || user == 0
        }
    }
}
