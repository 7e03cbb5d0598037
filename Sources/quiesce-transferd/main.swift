// The transfer agent. The daemon starts it, one for each device.
import Glibc
import QuiesceTransfer

let help = """
    OVERVIEW: Makes the background transfers of one Quiesce device.

    quiesced starts it with a folder for the transferred files and one end of a socket, and starts it
    again when it ends; don't start it by hand. See `quiesce transfers --help`.

    USAGE: quiesce-transferd --folder <folder> --socket <descriptor>

    OPTIONS:
      --folder <folder>       Where bodies and their records are kept.
      --socket <descriptor>   The daemon's SOCK_SEQPACKET socket.
      -h, --help              Show help information.

    """

func complain(_ problem: String) {
    let line = Array("quiesce-transferd: \(problem)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

func misused(_ problem: String) -> Never {
    complain("\(problem); quiesced starts it (see --help)")
    exit(64)
}

var folder: String?
var socket: Int32?
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
    switch name {
    case "-h", "--help":
        print(help, terminator: "")
        exit(0)
    case "--folder":
        guard let value = arguments.popFirst() else { misused("--folder needs a folder") }
        folder = value
    case "--socket":
        guard let value = arguments.popFirst().flatMap({ Int32($0) }), value >= 0 else {
            misused("--socket needs a descriptor's number")
        }
        socket = value
    case _: misused("unknown argument \(name)")
    }
}
guard let folder, let socket else { misused("it needs --folder and --socket") }
guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { misused("descriptor \(socket) isn't open") }
do {
    try Agent.serve(folder: folder, socket: socket)
} catch {
    complain(error.description)
    exit(1)
}
