import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Which sound server plays", .behaviour("N6"))
struct SoundServerTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        for folder in ["tools", "pulse"] { mkdir(scratch.file(folder), 0o700) }
    }

    private func make(_ name: String, mode: mode_t = 0o700) {
        close(open(scratch.file(name), O_CREAT | O_WRONLY | O_CLOEXEC, mode))
    }

    private func find(_ environment: [String: String]? = nil) -> SoundServer? {
        SoundServer.find(
            environment ?? ["XDG_RUNTIME_DIR": scratch.path, "SECRET": "x"],
            tools: [scratch.file("tools")])
    }

    @Test("One whose socket and tool are there; PulseAudio's protocol before PipeWire's")
    func order() throws {
        make("tools/paplay")
        make("tools/pw-play")
        #expect(find() == nil)
        make("pipewire-0")
        #expect(find()?.program == scratch.file("tools/pw-play"))
        make("pulse/native")
        #expect(find()?.program == scratch.file("tools/paplay"))
        chmod(scratch.file("tools/paplay"), 0o600)
        #expect(find()?.program == scratch.file("tools/pw-play"))
        unlink(scratch.file("tools/pw-play"))
        #expect(find() == nil)
    }

    @Test("A server of another place counts, and the player gets no more than what leads to it")
    func environment() throws {
        make("tools/paplay")
        let own = ["PULSE_SERVER": "unix:/elsewhere", "HOME": "/home/u", "SECRET": "x"]
        let server = try #require(find(own))
        #expect(server.environment.contains("PULSE_SERVER=unix:/elsewhere"))
        #expect(server.environment.contains("HOME=/home/u"))
        #expect(!server.environment.contains { $0.hasPrefix("SECRET") })
        #expect(find(["PULSE_SERVER": ""]) == nil)
        #expect(find(["XDG_RUNTIME_DIR": "relative"]) == nil)
        #expect(find([:]) == nil)
    }
}
