import Glibc
import QuiesceCore
import QuiesceLinux

/// gpsd on this machine, which knows receivers of satellites.
final class GPSDSource: LocationSource {
    static let name = "gpsd"
    private static let watch = #"?WATCH={"enable":true,"json":true}"# + "\n"

    private let port: UInt16
    private let loop: EventLoop
    private let tell: SourceReport
    private var wish: LocationWish
    private var socket: OwnedDescriptor?
    private var watchID: EventLoop.WatchID?
    /// Runs out for what listens there, and says nothing.
    private var patience: OneShotTimer?
    private var isConnected = false
    private var isFound = false
    private var lines = LineBuffer(limit: Limits.gpsdLineBytes)
    /// gpsd tells each fix. From this one, the next must be as far away as is demanded.
    private var last: Position?

    init(port: UInt16, wish: LocationWish, loop: EventLoop, tell: @escaping SourceReport) {
        self.port = port
        self.wish = wish
        self.loop = loop
        self.tell = tell
    }

    func begin() {
        do throws(SystemCallError) {
            let socket = try OwnedDescriptor(
                checking: Glibc.socket(
                    AF_INET,
                    CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
                        | CInt(SOCK_NONBLOCK.rawValue), 0), "socket")
            let number = socket.number
            self.socket = consume socket
            guard connect(number) == 0 || errno == EINPROGRESS else {
                throw SystemCallError("connect")
            }
            patience = try OneShotTimer(loop: loop) { [weak self] in self?.giveUp() }
            patience?.set(microseconds: Limits.locationAnswerSeconds * 1_000_000)
            watchID = try loop.watch(number, for: .writable) { [weak self] _ in
                self?.serve(number)
            }
        } catch {
            end(.absent("gpsd isn't at port \(port) (\(describe(errno: error.errno)))"))
        }
    }

    func update(_ wish: LocationWish) { self.wish = wish }

    func stop() {
        if let watchID { loop.unwatch(watchID) }
        watchID = nil
        patience = nil
        socket = nil
    }

    private func end(_ news: SourceNews) {
        stop()
        tell(news)
    }

    private func giveUp() { end(.absent("what listens at port \(port) isn't gpsd")) }

    private func connect(_ number: CInt) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func serve(_ number: CInt) {
        if isConnected { return receive(number) }
        var problem: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(number, SOL_SOCKET, SO_ERROR, &problem, &size)
        guard problem == 0 else {
            return end(.absent("gpsd isn't at port \(port) (\(describe(errno: problem)))"))
        }
        isConnected = true
        // The first bytes of a connection fit; if not, it has ended, and reading says so.
        _ = send(number, Self.watch, Self.watch.utf8.count, CInt(MSG_NOSIGNAL))
        if let watchID { try? loop.change(watchID, to: .readable) }
    }

    private func receive(_ number: CInt) {
        var bytes = [UInt8](repeating: 0, count: Limits.gpsdBytesPerTurn)
        let count = recv(number, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            return isFound ? end(.failed("gpsd has ended: start it again")) : giveUp()
        }
        // Whoever hears of one may have it stopped.
        for line in lines.take(bytes[..<count]) where socket != nil { take(line) }
    }

    private func take(_ line: [UInt8]) {
        guard let report = GPSDReport(line: line) else { return }
        if !isFound {
            isFound = true
            patience = nil
            tell(.found)
        }
        guard socket != nil, let news = report.news(now: LinuxClock.now().wall) else { return }
        if case .fix(let fix) = news {
            if let last, last.distance(to: fix.position) < wish.distance { return }
            last = fix.position
        }
        tell(news)
    }
}
