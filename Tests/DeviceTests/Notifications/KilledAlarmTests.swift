import TestSupport
import Testing

/// `make kill-notifications`, with fewer kills.
@Suite("Alarms while the daemon is killed") struct KilledAlarmTests {
    @Test(
        "No alarm is lost, early or doubled, with the app in front, frozen, dead and killed",
        .behaviour("N7", "reliability D1"))
    func kills() throws {
        let script = BuiltProducts.package.appendingPathComponent(
            "Tests/NotificationHarness/kill.py")
        let result = try LiveDevice.run(
            [
                "/usr/bin/python3", "-B", script.path, "--products",
                BuiltProducts.directory.path, "--kills", "25",
            ], home: "")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }

    @Test("The harness finds what is planted", .behaviour("N7"))
    func planted() throws {
        let script = BuiltProducts.package.appendingPathComponent(
            "Tests/NotificationHarness/check_judge.py")
        let result = try LiveDevice.run(["/usr/bin/python3", "-B", script.path], home: "")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }
}
