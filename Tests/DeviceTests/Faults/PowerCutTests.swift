import Foundation
import Glibc
import TestSupport
import Testing

/// `make power-cuts`, with a few cuts and no gateway, where there may be mounts and loop devices.
@Suite("Power cuts on a real file system") struct PowerCutTests {
    static var canCut: Bool {
        geteuid() == 0 && access("/dev/loop-control", F_OK) == 0
            && access("/usr/sbin/mkfs.ext4", X_OK) == 0
    }

    @Test(
        "What was acknowledged before a power cut is there after it, whole",
        .enabled(if: PowerCutTests.canCut, "power cuts need root, loop devices and mkfs.ext4"),
        .behaviour("reliability D4"))
    func cuts() throws {
        let result = try Self.run(
            "cut.py", "--products", BuiltProducts.directory.path, "--cuts", "5", "--pause", "1")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }

    @Test(
        "A device whose syncs do nothing is found to lose what it acknowledged",
        .enabled(if: PowerCutTests.canCut, "power cuts need root, loop devices and mkfs.ext4"),
        .behaviour("reliability D4"))
    func control() throws {
        let result = try Self.run(
            "cut.py", "--products", BuiltProducts.directory.path, "--cuts", "4", "--pause", "2",
            "--patience", "5", "--control")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }

    @Test("The judge of power cuts finds what is planted", .behaviour("reliability D4"))
    func planted() throws {
        let result = try Self.run("check_judge.py")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }

    private static func run(_ script: String, _ arguments: String...) throws -> ToolResult {
        let path = BuiltProducts.package.appendingPathComponent("Tests/PowerCutHarness/\(script)")
        return try LiveDevice.run(["/usr/bin/python3", "-B", path.path] + arguments, home: "")
    }
}
