import Glibc
import QuiesceCore
import QuiesceLinux

/// A terminal that is open for sessions, or is being opened.
final class OpenWire {
    let wire: AccessoryWire
    /// -1: not open yet.
    var descriptor: CInt = -1
    var watch: EventLoop.WatchID?
    var isWatched = false
    var isInSession = false
    var isClosed = false
    var isStarted = false
    var failure: Int32?
    /// Apps whose session waits for it.
    var waiting: [(CInt, Int32?) -> Void] = []

    init(_ wire: AccessoryWire) { self.wire = wire }

    /// Drops input that nobody has read: the next session begins with the bytes that come then.
    func forgetInput() { if descriptor >= 0 { tcflush(descriptor, TCIFLUSH) } }
}

/// A pseudo-terminal that plays an accessory. It stays open while it is connected, as the kernel
/// tells only who has it open that the other end is gone.
final class SimulatedTerminal {
    let terminal: Terminal
    /// Where the accessory's part is played, if the daemon has made it; else the path that was
    /// named.
    let path: String
    /// The end of a made one that somebody is to open, so that it isn't hung up before that.
    private let otherEnd: CInt
    /// The core knows it.
    var wasWanted = false

    /// - Parameter path: of a terminal; nil: one is made.
    init(at path: String?) throws(SystemCallError) {
        if let path {
            // As the kernel names it: a link may lead elsewhere when the next daemon looks.
            self.path = ProcFile.real(path) ?? path
            terminal = try Terminal(opening: self.path)
            otherEnd = -1
        } else {
            var made = ""
            terminal = try Terminal(making: &made)
            self.path = made
            otherEnd = open(made, O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard otherEnd >= 0 else { throw SystemCallError("open \(made)") }
            try Terminal.makeRaw(otherEnd, nil)
        }
    }

    deinit { if otherEnd >= 0 { close(otherEnd) } }
}

/// Where the machine's accessories are looked for; other trees for tests.
struct AccessoryPlaces: Sendable {
    var sys: String
    var dev: String
    /// Files in which the owner names devices: the first that exists counts.
    var maps: [String]

    func readMap() -> AccessoryMap {
        for path in maps {
            if let text = ProcFile.read(path) { return AccessoryMap(text, from: path) }
        }
        return AccessoryMap()
    }
}
