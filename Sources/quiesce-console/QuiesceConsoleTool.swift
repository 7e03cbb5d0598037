import ArgumentParser
import Foundation
import Glibc
import QuiesceConsole
import QuiesceTerminal
import QuiesceWire

/// The console's process. `quiesce console` starts it.
@main
struct QuiesceConsoleTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-console",
        abstract: "Shows a device in a browser; `quiesce console` starts it.",
        version: quiesceVersion)

    @Option(help: "The device's folder.") var home: String?
    @Option(help: "Another device's folder.") var beside: [String] = []
    @Option(help: "A loopback address and a port; 0: any port.") var listen: String?
    @Option(help: "A Unix socket instead.") var socket: String?
    @Flag(help: "Open the page in the desktop's browser.") var open = false
    @Flag(help: "Write JSON, for programs.") var json = false

    func run() throws {
        do throws(Failure) {
            try ConsoleProcess(
                devices: [DevicePaths(option: home)] + beside.map { DevicePaths(option: $0) },
                listen: listen, socket: socket, opens: open, json: json
            ).run()
        } catch {
            tell("quiesce: \(error.message)\n")
            Foundation.exit(error.exitCode)
        }
    }
}
