import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The app socket: tells who speaks by the kernel's word, turns datagrams into events, and sends
/// apps what the core has for them. Belongs to the loop's thread.
final class AppServer {
    private final class Connection {
        let socket: DatagramConnection
        var channel: AppChannel
        var key: ProcessKey { channel.key }

        init(_ socket: DatagramConnection, _ channel: AppChannel) {
            self.socket = socket
            self.channel = channel
        }
    }

    private let loop: EventLoop
    private let identify: (ql_peer) -> ProcessKey?
    private let mayBeStarting: () -> Bool
    /// Peers that nobody knows yet, while an app is being started.
    private var unknownPeers: [DatagramConnection] = []
    private let isCurrent: (ProcessKey) -> Bool
    private let now: () -> Moment
    private let take: (Event) -> Void
    /// Whether apps are to wait: what they ask for has to be put on disk.
    private let isBehind: () -> Bool
    private var isHeldBack = false
    private let takeRequest: (any AppRequest, _ request: UInt64, ProcessKey) -> Void
    /// Takes the descriptor that comes with a message, or doesn't; nil: it takes none. The kernel's
    /// word of it is in the answer.
    private let takeFile: (MessageFromApp, ReceivedFile?, ProcessKey) -> MessageFromApp?
    private let screen: Screen
    private let coder = WireCoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: AppProtocol.datagramBytes, alignment: 16)
    private var listener: DatagramListener?
    private var connections: [ProcessKey: Connection] = [:]
    /// The quotas left to the launches that have been connected, and aren't now.
    private var quotas: [ProcessKey: AppQuota] = [:]
    /// While an app's datagrams are being read, its acknowledgements are gathered into one.
    private var gathering: (key: ProcessKey, upTo: UInt64?)?

    /// - Parameters:
    ///   - identify: the app that a peer is.
    ///   - mayBeStarting: whether a peer that isn't known may be one when `identifyUnknownPeers` is
    ///     called.
    ///   - isCurrent: whether the core knows that launch to be alive.
    ///   - screen: takes what apps show.
    init(
        loop: EventLoop, identify: @escaping (ql_peer) -> ProcessKey?,
        mayBeStarting: @escaping () -> Bool,
        isCurrent: @escaping (ProcessKey) -> Bool,
        now: @escaping () -> Moment,
        take: @escaping (Event) -> Void,
        takeRequest: @escaping (any AppRequest, _ request: UInt64, ProcessKey) -> Void,
        takeFile: @escaping (MessageFromApp, ReceivedFile?, ProcessKey) -> MessageFromApp?,
        isBehind: @escaping () -> Bool,
        screen: Screen
    ) {
        self.loop = loop
        self.identify = identify
        self.mayBeStarting = mayBeStarting
        self.isCurrent = isCurrent
        self.now = now
        self.take = take
        self.takeRequest = takeRequest
        self.takeFile = takeFile
        self.isBehind = isBehind
        self.screen = screen
    }

    deinit { buffer.deallocate() }

    func listen(on path: String) throws {
        listener = try DatagramListener(
            path: path, mode: 0o666, outboxLimit: Limits.appOutboxBytes, loop: loop
        ) { [unowned self] in
            accept($0)
        }
    }

    func close() {
        listener?.close()
        for connection in connections.values { shut(connection) }
        connections = [:]
        for peer in unknownPeers { peer.close() }
        unknownPeers = []
    }

    // MARK: To apps

    func send(_ key: ProcessKey, _ message: MessageToApp) {
        guard let connection = connections[key], connection.channel.sending(message) else { return }
        if case .ack(let request) = message, gathering?.key == key {
            gathering?.upTo = request
            return
        }
        write(message, connection)
    }

    /// As `send`, with a descriptor, which is closed in any case.
    func give(_ key: ProcessKey, _ message: MessageToApp, _ descriptor: CInt) {
        guard let connection = connections[key], connection.channel.sending(message) else {
            _ = Glibc.close(descriptor)
            return
        }
        write(message, connection, descriptor)
    }

    private func write(
        _ message: MessageToApp, _ connection: Connection, _ descriptor: CInt? = nil
    ) {
        // The next one replaces it.
        if message.isReplaceable, connection.socket.hasWaiting { return }
        guard let data = try? coder.encode(message) else {
            if let descriptor { _ = Glibc.close(descriptor) }
            return
        }
        switch connection.socket.send(data, descriptor: descriptor) {
        case .all: break
        case .later: watchForWriting(connection)
        case .failed: drop(connection)
        }
    }

    private func watchForWriting(_ connection: Connection) {
        rewatch(connection)
    }

    private func flush(_ connection: Connection) {
        switch connection.socket.flush() {
        case .all:
            rewatch(connection)
        case .later: break
        case .failed: drop(connection)
        }
    }

    // MARK: From apps

    /// Reports everything that the app has sent so far.
    func drain(_ key: ProcessKey) {
        guard let connection = connections[key] else { return }
        while read(connection, atMost: Limits.datagramsPerTurn, evenBehind: true) {}
    }

    /// Closes the connection of a launch that is over: whoever holds its other end now isn't it.
    func forget(_ key: ProcessKey) {
        quotas[key] = nil
        guard let connection = connections.removeValue(forKey: key) else { return }
        shut(connection)
    }

    /// A process was started, or couldn't be: whoever connected meanwhile is looked at again.
    func identifyUnknownPeers() {
        let waiting = unknownPeers
        unknownPeers = []
        for socket in waiting { accept(socket) }
    }

    private func accept(_ socket: DatagramConnection) {
        var peer = ql_peer()
        guard ql_peer(socket.fd, &peer) == 0 else { return socket.close() }
        defer { if peer.pidfd >= 0 { _ = Glibc.close(peer.pidfd) } }
        guard let key = identify(peer), isCurrent(key) else {
            if mayBeStarting(), unknownPeers.count < Limits.unknownPeers {
                unknownPeers.append(socket)
                return
            }
            return refuse(
                socket, .notAnApp, "process \(peer.pid) was not started as an app of this device")
        }
        if connections[key] != nil {
            return refuse(socket, .alreadyConnected, "\(key.app) has a connection already")
        }
        let now = now().awake
        var quota = quotas[key] ?? AppQuota(at: now)
        do throws(WireError) {
            try quota.countConnection(at: now)
        } catch {
            return refuse(socket, error.code, error.message)
        }
        let connection = Connection(socket, AppChannel(key, quota: quota))
        do {
            socket.watch = try loop.watch(socket.fd, for: .readable) {
                [unowned self, weak connection] ready in
                // Kept until the end: writing may find it broken and drop it.
                guard let connection else { return }
                if ready.contains(.writable) { flush(connection) }
                if !connection.socket.isClosed {
                    // No more comes over a connection that was hung up.
                    _ = read(
                        connection, atMost: Limits.datagramsPerTurn,
                        evenBehind: ready.contains(.hangUp))
                }
            }
            connections[key] = connection
            if isHeldBack { rewatch(connection) }
        } catch {
            socket.close()
        }
    }

    /// - Returns: whether there may be more to read.
    private func read(
        _ connection: Connection, atMost limit: Int, evenBehind: Bool
    ) -> Bool {
        let outer = gathering
        gathering = (connection.key, nil)
        defer {
            if let upTo = gathering?.upTo, connections[connection.key] === connection {
                write(.ack(request: upTo), connection)
            }
            gathering = outer
        }
        for _ in 0..<limit {
            guard !connection.socket.isClosed else { return false }
            if !evenBehind, isBehind() {
                holdBack()
                return false
            }
            var files: [ReceivedFile] = []
            let received = connection.socket.receive(into: buffer) { files.append(.init($0)) }
            switch received {
            case .nothing: return false
            case .closed:
                drop(connection)
                return false
            case .wrong(let error):
                fail(connection, error)
                return false
            case .datagram(let data):
                do throws(WireError) {
                    try connection.channel.count(at: now().awake)
                    try take(data, files, connection)
                } catch {
                    fail(connection, error)
                    return false
                }
            }
        }
        return true
    }

    /// Reads from no app until `goOn()`.
    private func holdBack() {
        guard !isHeldBack else { return }
        isHeldBack = true
        for connection in connections.values { rewatch(connection) }
    }

    func goOn() {
        guard isHeldBack else { return }
        isHeldBack = false
        for connection in connections.values { rewatch(connection) }
    }

    private func rewatch(_ connection: Connection) {
        guard let watch = connection.socket.watch else { return }
        var wanted: EventLoop.Readiness = isHeldBack ? [] : .readable
        if connection.socket.hasWaiting { wanted.insert(.writable) }
        try? loop.change(watch, to: wanted)
    }

    /// A scene is read elsewhere, as that may take a while; it may be the only message with a file.
    private func take(
        _ datagram: Data, _ files: [ReceivedFile], _ connection: Connection
    ) throws(WireError) {
        if WireCoder.startsAsScene(datagram) {
            _ = try connection.channel.take(.scene(nil))
        } else {
            var message = try coder.decode(MessageFromApp.self, from: datagram)
            var files = files
            if files.count <= 1, connection.channel.saidHello,
                let taken = takeFile(message, files.first, connection.key)
            {
                message = taken
                files = []
            }
            if let news = try connection.channel.take(message) {
                guard files.isEmpty else { throw .unexpectedDescriptor }
                switch news {
                case .event(let event):
                    if case .connected = event { screen.connected(connection.key) }
                    return take(event)
                case .asked(let asked, let request):
                    return takeRequest(asked, request, connection.key)
                }
            }
        }
        guard files.count <= 1 else { throw .unexpectedDescriptor }
        let parcel = SceneParcel(datagram: datagram, file: files.first)
        screen.take(parcel, from: connection.key) { [weak self, weak connection] error in
            guard let self, let connection, !connection.socket.isClosed else { return }
            fail(connection, error)
        }
    }

    // MARK: Ending connections

    /// Says what was wrong, and closes.
    private func fail(_ connection: Connection, _ error: WireError) {
        if let data = try? coder.encode(
            MessageToApp.error(code: error.code, message: error.message))
        {
            _ = connection.socket.send(data)
        }
        drop(connection)
    }

    private func refuse(_ socket: DatagramConnection, _ code: ProtocolErrorCode, _ message: String)
    {
        if let data = try? coder.encode(MessageToApp.error(code: code, message: message)) {
            _ = socket.send(data)
        }
        socket.close()
    }

    private func drop(_ connection: Connection) {
        shut(connection)
        guard connections[connection.key] === connection else { return }
        connections[connection.key] = nil
        quotas[connection.key] = connection.channel.quota
        if connection.channel.saidHello {
            take(.disconnected(connection.key.app, connection.key.launch))
        }
    }

    private func shut(_ connection: Connection) {
        if let watch = connection.socket.watch { loop.unwatch(watch) }
        connection.socket.watch = nil
        connection.socket.close()
    }
}

extension WireError {
    fileprivate static let unexpectedDescriptor = WireError(
        code: .unexpectedDescriptor, message: "this message takes no file descriptors")
}
