import ArgumentParser
import CQuiesceLinux
import Foundation
import Glibc
import QuiesceTerminal

struct ShowConsole: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Shows the device in a browser: its screen, what happens, and every control.",
        discussion: """
            It prints a link, which lets one browser in, and serves until Ctrl-C. The device needn't run \
            yet. Others on this machine, apps among them, have no link and are refused.

            The page's controls show the command lines that do the same.

              quiesce console --open
              quiesce console --home ~/phone --beside ~/tablet
              quiesce console --listen 127.0.0.1:8421
              quiesce console --socket /run/user/1000/console.sock
            """)

    @OptionGroup var device: DeviceOptions
    @Option(
        help: ArgumentHelp(
            "Another device's folder, shown beside it.", discussion: "May be repeated.",
            valueName: "folder"),
        completion: .directory)
    var beside: [String] = []
    @Flag(help: "Open the page in the desktop's browser.") var open = false
    @Option(
        help: ArgumentHelp(
            "A loopback address and a port.", discussion: "Default: 127.0.0.1:0, any free port.",
            valueName: "address:port"))
    var listen: String?
    @Option(
        help: ArgumentHelp(
            "Listen on a Unix socket of the user's own instead.", valueName: "path"),
        completion: .file())
    var socket: String?
    @OptionGroup var output: JSONOption

    func run() throws {
        var arguments = [try Programs.beside("quiesce-console")]
        if let home = device.home { arguments += ["--home", home] }
        for folder in beside { arguments += ["--beside", folder] }
        if let listen { arguments += ["--listen", listen] }
        if let socket { arguments += ["--socket", socket] }
        if open { arguments.append("--open") }
        if output.json { arguments.append("--json") }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        execv(arguments[0], &words)
        throw Failure.refused("could not run \(arguments[0]): \(reason(errno))")
    }
}
