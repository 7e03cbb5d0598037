import ArgumentParser
import Foundation
import QuiesceDeviceBus
import QuiesceTerminal
import QuiesceWire

/// The device on D-Bus. The bus starts it.
@main
struct QuiesceBusTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-bus",
        abstract: "Serves org.quiesce.Device1: the device on the session or system bus.",
        discussion: """
            For shells, docks and bars. The bus starts it by itself, at the first call, and it ends \
            once its callers have left.

              busctl --user call org.quiesce.Device1 /org/quiesce/Device1 org.quiesce.Device1 Open s Mail
              gdbus introspect --session -d org.quiesce.Device1 -o /org/quiesce/Device1
            """,
        version: quiesceVersion)

    @Option(help: "The device's folder.") var home: String?
    @Flag(help: "Serve the system bus: the device of root.") var system = false
    @Option(help: "Seconds without work after which it ends, if nobody follows it.")
    var idle = DeviceBusLimits.idleSeconds
    @Option(help: "Seconds that the daemon has for a request.")
    var patience = DeviceBusLimits.patienceSeconds

    func validate() throws {
        guard (1...86_400).contains(idle), (1...86_400).contains(patience) else {
            throw ValidationError("a time is 1 to 86400 seconds")
        }
    }

    func run() throws {
        do throws(Failure) {
            try DeviceBusProcess.run(
                DevicePaths(option: home), on: system ? .system : .session, idleSeconds: idle,
                patience: patience)
        } catch {
            tell("quiesce-bus: \(error.message)\n")
            Foundation.exit(error.exitCode)
        }
    }
}
