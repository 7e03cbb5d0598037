// The push agent. The daemon starts it, one for each device that has joined a push gateway.
import Glibc
import QuiescePush

let help = """
    OVERVIEW: Keeps the line to the push gateway of one Quiesce device.

    quiesced starts it with one end of a socket, and starts it again when it ends; don't start it by
    hand. See `quiesce gateway --help`.

    USAGE: quiesce-pushd --socket <descriptor>

    OPTIONS:
      --socket <descriptor>   The daemon's SOCK_SEQPACKET socket.
      -h, --help              Show help information.

    """

func misused(_ problem: String) -> Never {
    let line = Array("quiesce-pushd: \(problem); quiesced starts it (see --help)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(64)
}

var socket: Int32?
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() {
    switch name {
    case "-h", "--help":
        print(help, terminator: "")
        exit(0)
    case "--socket":
        guard let value = arguments.popFirst().flatMap({ Int32($0) }), value >= 0 else {
            misused("--socket needs a descriptor's number")
        }
        socket = value
    case _: misused("unknown argument \(name)")
    }
}
guard let socket else { misused("it needs --socket") }
guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { misused("descriptor \(socket) isn't open") }
PushAgent.serve(socket: socket)
