import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The account at a gateway") struct GatewayAccountTests {
    private let scratch = try! ScratchDirectory()
    private let account = GatewayAccount(
        url: "https://a:1", authority: "A", device: "d", certificate: "C", key: "K")

    private func file() -> GatewayAccountFile {
        GatewayAccountFile(directory: open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    @Test("is kept for its owner alone, and removed") func keeps() throws {
        let file = file()
        defer { close(file.directory) }
        #expect(try file.load().account == nil)
        try file.store(account)
        var status = stat()
        #expect(stat(scratch.file("account.json"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try file.load().account == account)
        try file.remove()
        try file.remove()
        #expect(try file.load().account == nil)
    }

    @Test("that can't be read is set aside, and said") func damaged() throws {
        let file = file()
        defer { close(file.directory) }
        try Data("{".utf8).write(to: URL(fileURLWithPath: scratch.file("account.json")))
        let (account, note) = try file.load()
        #expect(account == nil && note?.contains("join again") == true)
        #expect(access(scratch.file("account.json.damaged"), F_OK) == 0)
        #expect(try file.load().note == nil)
    }

    @Test(
        "is at an address of https alone",
        arguments: [
            ("https://host:8443", "https://host:8443"), ("https://host", "https://host"),
            ("HTTPS://host:1/", "https://host:1"), ("https://[::1]:1", "https://[::1]:1"),
            ("http://host:1", nil), ("host:1", nil), ("", nil), ("https://", nil),
            ("https://a@host", nil), ("https://host/3/device", nil), ("https://host?a", nil),
            ("https://host:0", nil), ("https://host:99999", nil), ("https://ho st", nil),
        ] as [(String, String?)])
    func address(text: String, url: String?) {
        #expect((try? GatewayAddress(text))?.url == url)
    }

    @Test("The agents of a device have users of their own") func users() {
        let transfers = AgentUser.of(.transfers, deviceID: "0000000a")
        let pushes = AgentUser.of(.pushes, deviceID: "0000000a")
        #expect(transfers.uid != pushes.uid)
        for user in [transfers, pushes] { #expect(AgentUser.range.contains(user.uid)) }
        #expect(AgentUser.range.contains(AgentUser.of(.pushes, deviceID: "ffffffff").uid))
    }

    @Test("The push agent has no folder to write in") func cage() {
        let rules = AgentSandbox(folder: nil, program: "/p/quiesce-pushd")
            .rules(libraries: [], environment: [])
        #expect(
            Set(rules.filter { $0.access == .write }.map(\.path))
                == Set(AgentSandbox.writableDevices))
        #expect(
            !AgentProgram.environment(folder: nil, own: [:]).contains { $0.contains("/home") })
    }
}
