import TestSupport
import Testing

/// `make kill-transfers`, with fewer kills.
@Suite struct KillTests {
    @Test(
        "Kills of the agent, the server and the network lose no byte and no verdict",
        .behaviour("X2", "X3", "reliability D1"))
    func kills() throws {
        let agent = BuiltProducts.path("quiesce-transferd")
        try Script(name: "kill").check("--agent", agent, "--kills", "60", "--transfers", "20")
    }

    @Test(
        "Nor do those of a device's daemon and of its app, force-quits among them, while it and quiesce get have transfers",
        .behaviour("X2", "X3", "X7", "reliability D1", "reliability D2"))
    func deviceKills() throws {
        let products = BuiltProducts.directory.path
        try Script(name: "kill_device").check(
            "--products", products, "--kills", "30", "--transfers", "12")
    }

    @Test("Both find what is planted", .behaviour("X2", "X3", "X7"))
    func planted() throws { try Script(name: "check_judge").check() }
}
