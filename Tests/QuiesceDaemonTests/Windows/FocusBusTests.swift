import Foundation
import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Windows that an extension tells of on the bus", .behaviour("Y2", "Y3"))
struct FocusBusTests {
    @Test("One that was shown is taken to have a window out of sight, as long as it lives")
    func scene() {
        var scene = FocusScene()
        let lives = { (pid: Int32) in pid != 4 }
        scene.take(.focused(3), lives: lives)
        // Nobody has said yet what is shown.
        #expect(scene.windows == nil)
        scene.take(.shown([4, 5, 0]), lives: lives)
        func window(_ pid: Int32, isShown: Bool, isFocused: Bool = false) -> DesktopWindow {
            DesktopWindow(number: 0, pid: pid, isShown: isShown, isFocused: isFocused)
        }
        #expect(
            scene.windows == [
                window(3, isShown: true, isFocused: true), window(4, isShown: true),
                window(5, isShown: true),
            ])
        scene.take(.focused(0), lives: lives)
        scene.take(.shown([]), lives: lives)
        #expect(scene.windows == [window(3, isShown: false), window(5, isShown: false)])
        scene.take(.shown([3]), lives: { _ in false })
        #expect(scene.windows == [window(3, isShown: true)])
    }

    // MARK: On a bus

    private final class Heard {
        var news: [WindowNews] = []
    }

    private func windows(_ pid: Int32, isFocused: Bool) -> WindowNews {
        .windows([DesktopWindow(number: 0, pid: pid, isShown: true, isFocused: isFocused)])
    }

    /// Serves the loop until so many news have come.
    private func wait(_ count: Int, _ heard: Heard, _ loop: EventLoop) {
        while heard.news.count < count { loop.run() }
    }

    /// A desktop's extension: its connection lasts until it is ended.
    private func speaker(_ address: String, _ calls: String) throws -> SpawnedProcess {
        let script = """
            import sys, time, dbus
            bus = dbus.bus.BusConnection("\(address)")
            while not bus.name_has_owner("\(FocusBus.name)"): time.sleep(0.01)
            device = bus.get_object("\(FocusBus.name)", "\(FocusBus.path)", introspect=False)
            tell = lambda method, *values: device.get_dbus_method(method, "\(FocusBus.name)")(*values)
            \(calls)
            sys.stdin.read()
            """
        return try SpawnedProcess(
            ["/usr/bin/python3", "-c", script], environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: true, output: false))
    }

    @Test(
        "The connection that speaks is believed until it ends, in the words of GNOME Shell and of KWin",
        .enabled(if: TestBus.canRun, TestBus.missing))
    func speaks() throws {
        let bus = try TestBus(in: ScratchDirectory())
        defer { bus.end() }
        let (loop, heard, pid) = (try EventLoop(), Heard(), getpid())
        let source = try FocusBus(at: bus.address, loop: loop) {
            heard.news.append($0)
            loop.stop()
        }
        defer { source.close() }
        wait(1, heard, loop)
        let shell = try speaker(
            bus.address,
            """
            tell("Focused", "firefox", dbus.UInt32(0))
            tell("Shown", dbus.Array([\(pid)], "u"))
            tell("Focused", "firefox", dbus.UInt32(\(pid)))
            """)
        wait(3, heard, loop)
        shell.end()
        wait(4, heard, loop)
        let script = try speaker(
            bus.address, "tell('Focused', '', '\(pid)'); tell('Shown', '\(pid) 0')")
        wait(5, heard, loop)
        script.end()
        wait(6, heard, loop)
        #expect(
            heard.news == [
                .unknown, windows(pid, isFocused: false), windows(pid, isFocused: true), .unknown,
                windows(pid, isFocused: true), .unknown,
            ])
        bus.end()
        wait(7, heard, loop)
        guard case .ended = heard.news[6] else {
            Issue.record("\(heard.news[6])")
            return
        }
    }

    @Test(
        "Words that are none, and those of another user, are refused and change nothing",
        .enabled(if: TestBus.canRun, TestBus.missing))
    func refused() throws {
        let scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        let bus = try TestBus(in: scratch)
        defer { bus.end() }
        let (loop, heard) = (try EventLoop(), Heard())
        let source = try FocusBus(at: bus.address, loop: loop) {
            heard.news.append($0)
            loop.stop()
        }
        defer { source.close() }
        wait(1, heard, loop)
        /// The bus's answer to a call, while the loop serves.
        func answer(_ words: [String]) throws -> String {
            let inbox = try Inbox<String>()
            var said: String?
            let watch = try loop.watch(inbox.descriptor) { _ in
                said = inbox.take().last
                loop.stop()
            }
            defer { loop.unwatch(watch) }
            Thread { @Sendable in
                let run = try? ToolRun(Array(words.dropFirst()), home: "/", program: words[0])
                inbox.add((run?.output ?? "") + (run?.errors ?? ""))
            }.start()
            while said == nil { loop.run() }
            return said ?? ""
        }
        let call = [
            "/usr/bin/dbus-send", "--bus=\(bus.address)", "--print-reply",
            "--dest=\(FocusBus.name)", FocusBus.path,
        ]
        for (words, error) in [
            (["Focused", "string:a"], "InvalidArgs"),
            (["Focused", "string:a", "uint32:4294967295"], "InvalidArgs"),
            (["Focused", "string:a", "string:-1"], "InvalidArgs"),
            (["Shown", "string:1 two"], "InvalidArgs"),
            (["Shown", "array:int32:1"], "InvalidArgs"), (["Hidden"], "UnknownMethod"),
        ] {
            let said = try answer(call + ["\(FocusBus.name).\(words[0])"] + words.dropFirst())
            #expect(said.contains("org.freedesktop.DBus.Error.\(error)"), "\(words): \(said)")
        }
        if geteuid() == 0 {
            let other = ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups"]
            let said = try answer(other + call + ["\(FocusBus.name).Shown", "array:uint32:1"])
            #expect(said.contains("AccessDenied"), "\(said)")
        }
        #expect(heard.news == [.unknown])
    }
}
