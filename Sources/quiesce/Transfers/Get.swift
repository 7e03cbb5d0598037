import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Downloads a file in the background, by the engine that apps' transfers use.",
        discussion: """
            It goes on when the network goes and comes, when the daemon is killed and when the machine \
            restarts, from where it was, and never mixes two versions of a file. Ctrl-C only stops \
            watching, and the same command again goes on watching. A file that is there is never \
            overwritten. The device's owner alone may use it.

            What fails on the way is tried again, with growing pauses, for a week or until --timeout; why \
            it waits is shown. `quiesce transfers retry N` tries at once. What the server answers with a \
            status of 400 or more is no file: the download has failed, and nothing is kept.

            With --json, one object at the end, as of `quiesce transfers`; with --no-wait at once, \
            joined: true where the same was under way already. Why it waits is on stderr.

            The daemon's http_proxy, https_proxy, all_proxy and no_proxy count, and the system's roots \
            of trust, or SSL_CERT_FILE of the daemon.

              quiesce get https://example.org/disk.iso
              quiesce get https://example.org/disk.iso -o ~/isos/ --discretionary --no-wait
              quiesce get https://example.org/disk.iso --checksum sha256:5f3c…
              quiesce get https://example.org/disk.iso --timeout 10m

            Exit codes: 0 the file is there; 1 it failed, the server answered with an error, its time \
            was up, or the device refused it; 69 the daemon doesn't run, or ended: it goes on when it runs \
            again; 130 Ctrl-C: it goes on.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "http://… or https://…") var url: String
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Where to put it, or the folder. Default: the URL's last part, here.", valueName: "file"
        ),
        completion: .file())
    var destination: String?
    @Flag(help: "Wait for Wi-Fi (unmetered) and power (X4).") var discretionary = false
    @Flag(inversion: .prefixedNo, help: "Wait for it, and show its progress.") var wait = true
    @Option(
        help: ArgumentHelp(
            "A header to send, as \"Name: value\". May be repeated.", valueName: "header"))
    var header: [String] = []
    @Option(
        help: ArgumentHelp(
            "The file's checksum, sha256: and 64 hexadecimal digits; another file is refused.",
            valueName: "sum"))
    var checksum: String?
    @Option(
        help: ArgumentHelp(
            "Bytes a second at most; K, M and G are understood: 500K.", valueName: "rate"))
    var limitRate: String?
    @Option(
        help: ArgumentHelp(
            "Give up after so long: 90s, 10m, 2h, 1d. Default: 7d.", valueName: "duration"))
    var timeout: String?
    @Option(
        help: ArgumentHelp(
            "Name and password for the server; without the password it is asked for.",
            valueName: "name[:password]"))
    var user: String?

    func validate() throws {
        if let limitRate, Self.rate(limitRate) == nil {
            throw ValidationError("--limit-rate takes bytes a second, for example 500K.")
        }
        if let timeout, DurationText.seconds(timeout).map({ $0 < 1 }) ?? true {
            throw ValidationError(
                "--timeout takes a second or more, for example 90s, 10m, 2h or 1d.")
        }
        for header in header where Self.split(header) == nil {
            throw ValidationError("--header takes \"Name: value\", not \"\(oneLine(header))\".")
        }
    }

    func run() throws {
        let client = try device.client()
        let order = GetOrder(
            request: try request(), path: Self.path(destination, url: url),
            discretionary: discretionary, timeout: timeout.flatMap(DurationText.seconds))
        let row = try client.row(.transfer(.get(order)), as: TransferRow.self)
        guard wait else {
            if output.json { return say(row.jsonText) }
            let already = row.joined == true ? " (under way already)" : ""
            return say(
                "transfer \(row.transfer)\(already): \(oneLine(row.file ?? order.path)); see `quiesce transfers`"
            )
        }
        if row.joined == true {
            note("transfer \(row.transfer) brings it already; this follows it")
        }
        try follow(client, row.transfer)
    }

    /// Writes a line beside the result.
    private func note(_ line: String) {
        tell("quiesce: \(line)\n")
    }

    // MARK: What is asked for

    private func request() throws -> TransferRequest {
        var request = TransferRequest(url: url)
        request.headers = header.compactMap(Self.split)
        request.checksum = checksum
        request.receiveRate = limitRate.flatMap(Self.rate)
        if let user {
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let password =
                parts.count == 2
                ? String(parts[1])
                : try PasscodePrompt.ask("Password of \(oneLine(user)): ", for: .password)
            guard let host = URLComponents(string: url)?.host else {
                throw Failure.usage("\"\(oneLine(url))\" has no host")
            }
            request.credentials = [
                .init(origin: host.lowercased(), user: String(parts[0]), password: password)
            ]
        }
        return request
    }

    static func split(_ header: String) -> TransferRequest.Header? {
        guard let colon = header.firstIndex(of: ":"), colon != header.startIndex else { return nil }
        return .init(
            name: String(header[..<colon]),
            value: header[header.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }

    /// `500K`, `2M`, `1024`, of at least a byte.
    static func rate(_ text: String) -> UInt64? {
        let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = UInt64(unit == nil ? text : String(text.dropLast())), number > 0 else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflows ? nil : bytes
    }

    /// Absolute, with the URL's last part as its name where none is given.
    static func path(_ given: String?, url: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        let path = given.map { ($0 as NSString).expandingTildeInPath } ?? here
        let absolute = path.hasPrefix("/") ? path : "\(here)/\(path)"
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder)
        guard absolute.hasSuffix("/") || exists && isFolder.boolValue else { return absolute }
        return (absolute as NSString).appendingPathComponent(name(of: url))
    }

    /// Nothing that leads elsewhere, is hidden, or moves a terminal's cursor (B6).
    static func name(of url: String) -> String {
        let last =
            URLComponents(string: url)?.path.split(separator: "/").last.map(String.init) ?? ""
        let name = oneLine(last.replacingOccurrences(of: "/", with: "_")).drop { $0 == "." }
        return name.isEmpty ? "index.html" : String(name.prefix(120))
    }

    // MARK: Watching

    private func follow(_ client: ControlClient, _ transfer: UInt64) throws {
        let isLive = isatty(STDERR_FILENO) == 1
        var live = LiveLines(STDERR_FILENO)
        var reasons = WaitingReasons()
        var last: (row: TransferRow, text: String)?
        let began = Date()
        let ending = try TransferFollower(client, catchesInterrupts: true)
            .follow(.transfer(.followTransfers(app: nil, transfer: transfer))) { row, text in
                last = (row, text)
                let reason = reasons.news(row)
                if isLive, !row.isOver {
                    live.draw([TransferText.progress(row)])
                } else if let reason {
                    note(reason)
                }
                return !row.isOver
            }
        live.clear()
        switch ending {
        case .enough: break
        case .interrupted:
            throw Failure(
                exitCode: 130,
                message:
                    "it goes on as transfer \(transfer): the same command or `quiesce transfers --follow` shows it, `quiesce transfers cancel \(transfer)` ends it"
            )
        case .daemonEnded:
            throw Failure.notRunning(
                "the daemon ended; transfer \(transfer) goes on when it runs again: `quiesce up`")
        }
        guard let (row, text) = last else { return }
        if output.json { say(text) }
        guard row.state == "finished" else {
            throw Failure.refused(oneLine(failed(row, reasons.lastFailure)))
        }
        if !output.json {
            let took = HumanText.duration(seconds: Date().timeIntervalSince(began))
            say("\(oneLine(row.file ?? ""))  \(TransferText.size(row)) in \(took)")
        }
    }

    /// - Parameter reason: what it waited for, the last time.
    private func failed(_ row: TransferRow, _ reason: String?) -> String {
        if row.failure == "resourceTimedOut" {
            return "\(row.url): its time was up" + (reason.map { "; at last: \($0)" } ?? "")
        }
        return "\(row.url): \(row.sentence)"
    }
}
