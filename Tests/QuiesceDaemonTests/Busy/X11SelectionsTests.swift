import Glibc
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "Requests for selections that an X server tells of", .behaviour("Y5"),
    .enabled(if: XServer.isInstalled, "Xvfb isn't installed"))
struct X11SelectionsTests {
    /// A server, a program that copies and pastes, and a connection as the daemon has it.
    private final class Fixture {
        let server: XServer
        let client: X11Client
        private let scratch: ScratchDirectory
        private let loop: EventLoop
        private var selections: X11Selections!
        private var timer: OneShotTimer!
        private(set) var asked: [Int32] = []
        private(set) var end: String?

        init(options: String = "") throws {
            scratch = try ScratchDirectory()
            server = try XServer(in: scratch.path, options: options)
            client = try X11Client(of: server)
            loop = try EventLoop()
            timer = try OneShotTimer(loop: loop) { [unowned self] in loop.stop() }
            selections = try X11Selections(
                on: X11Display(number: server.number, authority: server.authority), loop: loop,
                asked: { [unowned self] in
                    asked.append($0)
                    loop.stop()
                },
                ended: { [unowned self] in
                    end = $0
                    loop.stop()
                })
        }

        deinit { selections?.close() }

        /// Until that is so. Requests from before the record has begun aren't heard of: `again` is
        /// done twenty times a second.
        func wait(until isSo: () -> Bool, again: () -> Void = {}) {
            while !isSo() {
                again()
                timer.set(microseconds: 50_000)
                loop.run()
            }
        }
    }

    @Test("Who pastes is told as a request to the program that has copied")
    func pasted() throws {
        let fixture = try Fixture()
        fixture.client.copy("CLIPBOARD")
        fixture.wait(
            until: { !fixture.asked.isEmpty }, again: { fixture.client.paste("CLIPBOARD") })
        #expect(Set(fixture.asked) == [getpid()])
    }

    @Test("A selection that nobody owns is asked of nobody")
    func unowned() throws {
        let fixture = try Fixture()
        fixture.client.copy("PRIMARY")
        fixture.wait(
            until: { !fixture.asked.isEmpty },
            again: {
                fixture.client.paste("SECONDARY")
                fixture.client.paste("PRIMARY")
            })
        #expect(Set(fixture.asked) == [getpid()])
    }

    @Test("A server without the extension tells so, and one that ends, too")
    func ended() throws {
        let without = try Fixture(options: "-extension RECORD")
        without.wait(until: { without.end != nil })
        #expect(without.end == "has no extension Record, or X-Resource")
        let fixture = try Fixture()
        fixture.client.copy("CLIPBOARD")
        fixture.wait(
            until: { !fixture.asked.isEmpty }, again: { fixture.client.paste("CLIPBOARD") })
        fixture.server.end()
        fixture.wait(until: { fixture.end != nil })
        #expect(fixture.end == "has ended")
    }
}
