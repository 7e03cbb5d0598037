import Foundation
import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Windows that sway tells of", .behaviour("Y2", "Y3")) struct SwayTests {
    /// As sway 1.7 says it: two terminals in tabs, one that floats, and the scratchpad's.
    private static let tree = """
        {"id":1,"type":"root","focused":false,"name":"root","nodes":[
          {"id":2147483647,"type":"output","focused":false,"name":"__i3","nodes":[
            {"id":2147483646,"type":"workspace","focused":false,"name":"__i3_scratch","nodes":[],
             "floating_nodes":[{"id":9,"type":"floating_con","focused":false,"pid":28999,
               "app_id":"four","visible":false,"nodes":[],"floating_nodes":[]}]}],
           "floating_nodes":[]},
          {"id":3,"type":"output","focused":false,"name":"HEADLESS-1","nodes":[
            {"id":4,"type":"workspace","focused":false,"name":"1","nodes":[
              {"id":8,"type":"con","focused":false,"name":null,"layout":"tabbed","nodes":[
                {"id":5,"type":"con","focused":false,"pid":28765,"app_id":"one","visible":false,
                 "nodes":[],"floating_nodes":[]},
                {"id":6,"type":"con","focused":true,"pid":28800,"app_id":"two","visible":true,
                 "nodes":[],"floating_nodes":[]}],"floating_nodes":[]}],
             "floating_nodes":[{"id":7,"type":"floating_con","focused":false,"pid":28855,
               "app_id":"three","visible":true,"nodes":[],"floating_nodes":[]}]}],
           "floating_nodes":[]}],"floating_nodes":[]}
        """

    @Test("Tabs, floating windows and the scratchpad are told apart")
    func windows() throws {
        let windows = try #require(SwayTree.windows(Array(Self.tree.utf8)))
        #expect(
            windows == [
                DesktopWindow(number: 9, pid: 28999, isShown: false, isFocused: false),
                DesktopWindow(number: 5, pid: 28765, isShown: false, isFocused: false),
                DesktopWindow(number: 6, pid: 28800, isShown: true, isFocused: true),
                DesktopWindow(number: 7, pid: 28855, isShown: true, isFocused: false),
            ])
        #expect(SwayTree.windows(Array("{}".utf8)) == nil)
        #expect(SwayTree.windows([0xff]) == nil)
    }

    @Test("A title that changes is no news of windows")
    func titles() {
        let kind = SwayMessages.Kind.windowEvent
        for (change, isNews) in [("title", false), ("mark", false), ("focus", true), ("new", true)]
        {
            let event = Array(#"{"change":"\#(change)","container":{}}"#.utf8)
            #expect(SwayTree.mayChangeWindows(kind, event) == isNews, "\(change)")
        }
        #expect(SwayTree.mayChangeWindows(0x8000_0000, []))
    }

    @Test("Messages are put together of whatever pieces; what isn't sway's IPC is refused")
    func frames() throws {
        let bytes =
            SwayMessages.encode(4, "{}") + SwayMessages.encode(2) + SwayMessages.encode(0, "[1]")
        for size in [1, 3, 14, 1_000] {
            var messages = SwayMessages()
            var found: [SwayMessages.Message] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try messages.take(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(
                found == [
                    .init(kind: 4, payload: Array("{}".utf8)), .init(kind: 2, payload: []),
                    .init(kind: 0, payload: Array("[1]".utf8)),
                ])
        }
        var messages = SwayMessages()
        #expect(throws: SwayMessages.Garbled.self) {
            _ = try messages.take(Array("HTTP/1.1 400 Bad Request".utf8))
        }
        var long = SwayMessages.encode(4)
        long.replaceSubrange(6..<10, with: [0xff, 0xff, 0xff, 0xff])
        var others = SwayMessages()
        #expect(throws: SwayMessages.Garbled.self) { _ = try others.take(long) }
    }

    // MARK: A connection

    /// A compositor that answers as a test says.
    private final class Compositor {
        let path: String
        private let listener: CInt
        private var connection: CInt = -1
        private var messages = SwayMessages()

        init(in scratch: ScratchDirectory) throws {
            path = scratch.file("sway.sock")
            listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
            let listener = listener
            let isBound = withUnixAddress(path) { bind(listener, $0, $1) == 0 }
            try #require(isBound && listen(listener, 1) == 0)
        }

        deinit {
            hangUp()
            close(listener)
        }

        func accept() throws {
            connection = Glibc.accept(listener, nil, nil)
            try #require(connection >= 0)
        }

        func hangUp() {
            if connection >= 0 { close(connection) }
            connection = -1
        }

        func say(_ bytes: [UInt8]) { _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

        /// The next so many messages of the daemon.
        func hear(_ count: Int) throws -> [SwayMessages.Message] {
            var heard: [SwayMessages.Message] = []
            while heard.count < count {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let read = recv(connection, &bytes, bytes.count, 0)
                try #require(read > 0)
                heard += try messages.take(bytes[..<read])
            }
            return heard
        }
    }

    private final class Heard {
        var windows: [[DesktopWindow]] = []
        var end: String?
    }

    private func connect(_ compositor: Compositor, _ loop: EventLoop, _ heard: Heard) throws
        -> SwayWindows
    {
        let sway = try SwayWindows(at: compositor.path, loop: loop) { news in
            switch news {
            case .windows(let windows): heard.windows.append(windows)
            case .unknown: Issue.record("sway always knows")
            case .ended(let why): heard.end = why
            }
            loop.stop()
        }
        try compositor.accept()
        #expect(try compositor.hear(2).map(\.kind) == [2, 4])
        return sway
    }

    private func tree(_ pid: Int32, isShown: Bool) -> [UInt8] {
        SwayMessages.encode(
            4, #"{"id":1,"nodes":[{"id":2,"pid":\#(pid),"visible":\#(isShown)}]}"#)
    }

    @Test(
        "The tree is asked for after each event; an answer that is older than an event is passed over"
    )
    func asked() throws {
        let scratch = try ScratchDirectory()
        let (loop, heard) = (try EventLoop(), Heard())
        let compositor = try Compositor(in: scratch)
        let sway = try connect(compositor, loop, heard)
        defer { sway.close() }
        compositor.say(SwayMessages.encode(2, #"{"success":true}"#) + tree(7, isShown: true))
        loop.run()
        #expect(heard.windows.map { $0.map(\.isShown) } == [[true]])
        let focus = SwayMessages.encode(
            SwayMessages.Kind.windowEvent, #"{"change":"focus","container":{}}"#)
        compositor.say(focus + focus + tree(7, isShown: true))
        compositor.say(tree(7, isShown: false))
        loop.run()
        #expect(heard.windows.map { $0.map(\.isShown) } == [[true], [false]])
        #expect(try compositor.hear(2).map(\.kind) == [4, 4])
        sway.focus(DesktopWindow(number: 2, pid: 7, isShown: false, isFocused: false))
        let command = try compositor.hear(1)
        #expect(command.map { String(decoding: $0.payload, as: UTF8.self) } == ["[con_id=2] focus"])
    }

    @Test("It ends with its compositor, and where that says what can't be read, once")
    func ended() throws {
        let scratch = try ScratchDirectory()
        for (bytes, words) in [
            ([], "has ended"), (Array("garbage, not frames".utf8), "doesn't speak sway's IPC"),
            (SwayMessages.encode(4, "[]"), "gave a tree that can't be read"),
        ] {
            let (loop, heard) = (try EventLoop(), Heard())
            let compositor = try Compositor(in: scratch)
            defer { unlink(compositor.path) }
            let sway = try connect(compositor, loop, heard)
            defer { sway.close() }
            if bytes.isEmpty { compositor.hangUp() } else { compositor.say(bytes) }
            loop.run()
            #expect(heard.end == words)
        }
    }

    @Test("Where nobody listens it isn't made, and leaves nothing open")
    func absent() throws {
        let scratch = try ScratchDirectory()
        let loop = try EventLoop()
        #expect(throws: SystemCallError.self) {
            _ = try SwayWindows(at: scratch.file("none"), loop: loop) { _ in }
        }
    }
}
