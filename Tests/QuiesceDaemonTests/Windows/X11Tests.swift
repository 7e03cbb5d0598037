import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "Windows that an X server tells of", .behaviour("Y2", "Y3"),
    .enabled(if: XServer.isInstalled, "Xvfb isn't installed"))
struct X11Tests {
    /// A server, a program that manages its windows, and a connection as the daemon has it.
    private final class Fixture {
        let scratch: ScratchDirectory
        let server: XServer
        let client: X11Client
        let loop: EventLoop
        private(set) var windows: X11Windows!
        private(set) var news: WindowNews?

        init(options: String = "") throws {
            scratch = try ScratchDirectory()
            server = try XServer(in: scratch.path, options: options)
            client = try X11Client(of: server)
            loop = try EventLoop()
        }

        deinit { windows?.close() }

        func connect() throws {
            let display = X11Display(number: server.number, authority: server.authority)
            windows = try X11Windows(on: display, loop: loop) { [unowned self] in
                news = $0
                loop.stop()
            }
        }

        func wait(until isSo: (WindowNews) -> Bool) {
            while !(news.map(isSo) ?? false) { loop.run() }
        }

        /// Until exactly these are shown, and this one has the focus.
        func wait(shown: [UInt32], focused: UInt32? = nil) {
            wait {
                guard case .windows(let windows) = $0 else { return false }
                return windows.filter(\.isShown).map(\.number) == shown.map(Int64.init)
                    && windows.first(where: \.isFocused)?.number == focused.map(Int64.init)
            }
        }

        var pids: [Int32] {
            guard case .windows(let windows) = news else { return [] }
            return windows.map(\.pid)
        }
    }

    @Test("Windows are shown unless they are unmapped, within one that is, minimized or covered")
    func shown() throws {
        let fixture = try Fixture()
        let client = fixture.client
        let (left, right) = (client.window(), client.window(at: 200))
        client.manage([left, right])
        try fixture.connect()
        fixture.wait(shown: [left, right])
        client.unmap(left)
        fixture.wait(shown: [right])
        client.map(left)
        fixture.wait(shown: [left, right])
        client.set("_NET_WM_STATE", [client.atom("_NET_WM_STATE_HIDDEN")], of: right)
        fixture.wait(shown: [left])
        client.set("_NET_WM_STATE", [], of: right)
        fixture.wait(shown: [left, right])
        // The newer one is above.
        client.move(right, to: 0)
        fixture.wait(shown: [right])
        client.move(right, to: 50)
        fixture.wait(shown: [left, right])
        let frame = client.window(at: 400)
        let framed = client.window(in: frame)
        client.manage([framed, right])
        fixture.wait(shown: [framed, right])
        client.unmap(frame)
        fixture.wait(shown: [right])
        client.destroy(right)
        fixture.wait {
            $0
                == .windows([
                    .init(number: Int64(framed), pid: getpid(), isShown: false, isFocused: false)
                ])
        }
    }

    @Test("The active window has the focus, and is shown")
    func focused() throws {
        let fixture = try Fixture()
        let client = fixture.client
        let (below, above) = (client.window(), client.window())
        client.manage([below, above])
        try fixture.connect()
        client.activate(above)
        fixture.wait(shown: [below, above], focused: above)
        client.unmap(below)
        client.map(below)
        client.activate(below)
        fixture.wait(shown: [below, above], focused: below)
    }

    @Test("Another desktop's windows aren't shown where the window manager leaves them mapped")
    func desktops() throws {
        let fixture = try Fixture()
        let client = fixture.client
        let windows = [client.window(), client.window(at: 200), client.window(at: 400)]
        for (window, desktop) in zip(windows, [0, 1, 0xffff_ffff as UInt32]) {
            client.set("_NET_WM_DESKTOP", [desktop], of: window)
        }
        client.show(desktop: 0)
        client.manage(windows)
        try fixture.connect()
        // Two monitors may show a desktop each.
        fixture.wait(shown: windows)
        client.composite()
        client.show(desktop: 1)
        fixture.wait(shown: [windows[1], windows[2]])
        client.set("_NET_WM_DESKTOP", [1], of: windows[0])
        fixture.wait(shown: windows)
    }

    @Test("The window manager is asked for the focus as by a pager, for the window's desktop first")
    func raised() throws {
        let fixture = try Fixture()
        let client = fixture.client
        let windows = [client.window(), client.window(at: 200)]
        client.listen()
        client.show(desktop: 0)
        client.set("_NET_WM_DESKTOP", [3], of: windows[1])
        client.manage(windows)
        try fixture.connect()
        fixture.wait(shown: windows)
        for window in windows {
            fixture.windows.focus(
                DesktopWindow(number: Int64(window), pid: 1, isShown: true, isFocused: false))
        }
        let active = client.atom("_NET_ACTIVE_WINDOW")
        #expect(client.nextMessage() == [active, windows[0], 2])
        #expect(client.nextMessage() == [client.atom("_NET_CURRENT_DESKTOP"), client.root, 3])
        #expect(client.nextMessage() == [active, windows[1], 2])
    }

    @Test("The server's word for a window's process counts, not the window's")
    func processes() throws {
        let fixture = try Fixture()
        let window = fixture.client.window()
        fixture.client.set("_NET_WM_PID", [1], of: window)
        fixture.client.manage([window])
        try fixture.connect()
        fixture.wait(shown: [window])
        #expect(fixture.pids == [getpid()])
    }

    @Test(
        "A server that doesn't know processes takes the windows' word, if they are of this machine")
    func claims() throws {
        let fixture = try Fixture(options: "-extension X-Resource")
        let client = fixture.client
        let windows = [client.window(), client.window(at: 200), client.window(at: 400)]
        let host = String(decoding: X11Cookie.hostName, as: UTF8.self)
        for (window, machine) in zip(windows, [host, "elsewhere.example"]) {
            client.set("_NET_WM_PID", [17], of: window)
            client.set("WM_CLIENT_MACHINE", machine, of: window)
        }
        client.manage(windows)
        try fixture.connect()
        fixture.wait(shown: [windows[0]])
        #expect(fixture.pids == [17])
    }

    @Test("Nobody says which windows are shown before there is a window manager, and after its end")
    func unmanaged() throws {
        let fixture = try Fixture()
        let client = fixture.client
        let window = client.window()
        try fixture.connect()
        fixture.wait { $0 == .unknown }
        client.manage([window])
        fixture.wait(shown: [window])
        client.crashManager()
        fixture.wait { $0 == .unknown }
        client.manage([window])
        fixture.wait(shown: [window])
    }

    @Test("It ends with its server")
    func ended() throws {
        let fixture = try Fixture()
        try fixture.connect()
        fixture.wait { $0 == .unknown }
        fixture.server.end()
        fixture.wait { $0 == .ended("has ended") }
    }

    @Test("A display that no server has is no use")
    func absent() throws {
        // The next test's server may have the number of the last one's.
        let display = X11Display(number: 59_999, authority: nil)
        let loop = try EventLoop()
        #expect(throws: SystemCallError.self) {
            try X11Windows(on: display, loop: loop) { _ in }
        }
    }

    @Test("A server that doesn't let us in is no use")
    func refused() throws {
        let scratch = try ScratchDirectory()
        let server = try XServer(in: scratch.path)
        let loop = try EventLoop()
        let display = X11Display(number: server.number, authority: nil)
        var news: WindowNews?
        let windows = try X11Windows(on: display, loop: loop) {
            news = $0
            loop.stop()
        }
        defer { windows.close() }
        loop.run()
        #expect(news == .ended("doesn't let us in"))
    }

    @Test("A server that hangs holds up neither the loop nor the end of the connection")
    func hung() throws {
        let fixture = try Fixture()
        let window = fixture.client.window()
        fixture.client.manage([window])
        try fixture.connect()
        fixture.wait(shown: [window])
        fixture.server.freeze()
        let shown = DesktopWindow(
            number: Int64(window), pid: 1, isShown: true, isFocused: false)
        for _ in 0..<10_000 { fixture.windows.focus(shown) }
        fixture.windows.close()
        // One that hangs from the first.
        try fixture.connect()
        fixture.windows.close()
    }
}
