import QuiesceWire
import TestSupport
import Testing

@Suite struct WaitingTests {
    /// Runs the tool on a terminal until it has said that it waits.
    private static let terminal = """
        import os, pty, sys
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(sys.argv[1], sys.argv[1:])
        text = b""
        while b"has not answered yet" not in text:
            text += os.read(terminal, 1024)
        os.kill(pid, 9)
        print(text.decode())
        """

    @Test("On a terminal, a daemon that stands still is told of long before it is given up")
    func silence() throws {
        let daemon = try FakeDaemon { _ in [] }
        let run = try ToolRun(
            ["-c", Self.terminal, BuiltProducts.path("quiesce"), "ps"], home: daemon.home,
            program: "/usr/bin/python3")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("the daemon has not answered yet; it has 30 s in all"))
        #expect(daemon.requests == [.ps])
    }

    @Test(
        "What the daemon finds wrong with what was typed is wrong usage, and what it won't do is refused",
        arguments: [
            ("malformed", 64), ("badURL", 64), ("unsupportedURL", 64), ("noFolder", 1),
        ] as [(String, Int32)])
    func refusedDownload(reason: String, code: Int32) throws {
        let daemon = try FakeDaemon { _ in [.refused(.init(reason: reason, message: "not that"))] }
        let run = try ToolRun(["get", "ftp://example.org/a"], home: daemon.home)
        #expect(run.exitCode == code)
        #expect(run.errors == "quiesce: not that\n")
    }
}
