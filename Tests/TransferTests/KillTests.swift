import TestSupport
import Testing

/// `make kill-transfers`, with fewer kills.
@Suite struct KillTests {
    @Test(
        "Kills of the agent, the server and the network lose no byte and no verdict",
        .behaviour("X2", "X3", "reliability D1"))
    func kills() throws { try Script(name: "kill").check("--kills", "60", "--transfers", "20") }
}
