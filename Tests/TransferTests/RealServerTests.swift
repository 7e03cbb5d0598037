import TestSupport
import Testing

/// Servers as people run them, each with a configuration of its own on this machine.
@Suite struct RealServerTests {
    static let real = Script(name: "real")

    @Test("There are five of them")
    func isThere() { #expect(Self.real.list().count == 5) }

    @Test(
        "A download from a real server comes whole, resumes, and notices a new version",
        .behaviour("X3"), arguments: real.list())
    func server(name: String) throws { try Self.real.check(case: name) }
}
