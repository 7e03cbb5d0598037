import TestSupport
import Testing

/// `make kill-pushes`, with fewer pushes and a gateway that isn't killed.
@Suite("Pushes while all there is is killed") struct KilledPushTests {
    @Test(
        "No push is lost or doubled, with the app in front, frozen and dead",
        .behaviour("R1", "R2", "reliability D1"))
    func kills() throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/PushHarness/kill.py")
        let result = try LiveDevice.run(
            [
                "/usr/bin/python3", "-B", script.path, "--products",
                BuiltProducts.directory.path, "--pushes", "150",
            ], home: "")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }

    @Test("The harness finds what is planted", .behaviour("R1", "R2"))
    func planted() throws {
        let script = BuiltProducts.package.appendingPathComponent(
            "Tests/PushHarness/check_judge.py")
        let result = try LiveDevice.run(["/usr/bin/python3", "-B", script.path], home: "")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }
}
