import Glibc
import QuiesceTerminal
import Testing

@testable import QuiesceConsole

@Suite("Where the console listens") struct ListeningTests {
    @Test(
        "Loopback addresses are taken",
        arguments: [
            ("127.0.0.1:8421", "127.0.0.1", 8421), ("localhost:0", "127.0.0.1", 0),
            ("127.0.0.9:1", "127.0.0.9", 1), ("[::1]:8421", "[::1]", 8421),
        ])
    func loopback(text: String, host: String, port: UInt16) throws {
        let loopback = try Listening.Loopback(text)
        #expect(loopback.host == host && loopback.port == port)
    }

    @Test(
        "Addresses that others reach are refused, with the reason",
        arguments: ["0.0.0.0:8421", "192.168.1.5:8421", "[::]:8421", "[fe80::1]:1", "128.0.0.1:1"])
    func open(text: String) {
        let failure = #expect(throws: Failure.self) { try Listening.Loopback(text) }
        #expect(failure?.exitCode == EX_USAGE)
        #expect(failure?.message.contains("whoever opens the console has the device") == true)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "8421", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "example.org:1", "127.1:1", "",
        ])
    func wrong(text: String) {
        #expect(throws: Failure.self) { try Listening.Loopback(text) }
    }
}
