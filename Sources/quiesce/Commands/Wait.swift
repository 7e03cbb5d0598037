import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Waits until an app is in a state.",
        discussion: """
            It ends at once if the app is in that state already, and with 1 when the time is over. With \
            --json, the app's object as `quiesce ps` has it.

              quiesce wait SlowCount suspended --timeout 1m
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument
    @Argument(
        help: "\(Wait.states.joined(separator: ", ")).", completion: .list(Wait.states))
    var state: String
    @Option(
        help: ArgumentHelp(
            "The longest wait, such as 0.5s, 30s or 5m; without it, until Ctrl-C.",
            valueName: "time"))
    var timeout: String?

    private static let states = AppState.allCases.map(\.rawValue)

    func validate() throws {
        guard Self.states.contains(state) else {
            throw ValidationError(
                "\"\(oneLine(state))\" is no state; write one of "
                    + Self.states.joined(separator: ", "))
        }
        if let timeout, DurationText.seconds(timeout) == nil {
            throw ValidationError("--timeout takes a time, such as 0.5s, 30s or 5m.")
        }
    }

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        // In this order: a move between the two is among the log's new rows.
        let mark =
            try client.rows(.log(app: id, follow: false, limit: 1), as: LogRow.self).last?.seq ?? 0
        if try row(of: id, client).state != state { try follow(id, after: mark) }
        say(output.json ? try row(of: id, client).jsonText : "\(id) is \(state)")
    }

    private func row(of id: String, _ client: ControlClient) throws -> ProcessRow {
        let rows = try client.rows(.ps, as: ProcessRow.self)
        guard let row = rows.first(where: { $0.id == id }) else {
            throw Failure.refused("no app of the name \"\(oneLine(id))\" is installed")
        }
        return row
    }

    /// - Throws: exit code 1 when the time is over, or the app is gone.
    private func follow(_ id: String, after mark: UInt64) throws {
        let line =
            isatty(STDERR_FILENO) == 1 ? ProgressLine("waiting for \(id) to be \(state)") : nil
        defer { line?.end() }
        let end = timeout.flatMap(DurationText.seconds).map { ContinuousClock.now + .seconds($0) }
        let follower = try device.client()
        try follower.send(.log(app: id, follow: true, limit: nil))
        while true {
            var event = pollfd(fd: follower.socket, events: Int16(POLLIN), revents: 0)
            let left = end.map { Int32(clamping: Int64(max(0, ($0 - .now) / .milliseconds(1)))) }
            let count = poll(&event, 1, left ?? -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let now = try row(of: id, device.client()).state
                throw Failure.refused(
                    "\(id) is \(now) after \(timeout ?? ""), not \(state); `quiesce why \(id)` says why"
                )
            }
            guard case .item(let text) = try follower.receive() else { continue }
            let row: LogRow = try decodeRow(text)
            guard row.seq > mark else { continue }
            if row.to == state { return }
            if row.reason == Reason.uninstalled.rawValue {
                throw Failure.refused("\(id) is uninstalled, and never will be \(state)")
            }
        }
    }
}
