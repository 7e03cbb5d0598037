import Foundation
import QuiesceWire
import TestSupport
import Testing

/// `make kill-matrix`, a sample of it: so many kills of those that there are, as many of each
/// story, at commits that the seed chooses, which is printed. The whole takes two hours
/// (docs/faults.md). (`Tests/QuiesceDaemonTests/Store` does the same to the store alone, at each
/// point.)
@Suite("A daemon killed at its commits")
struct KillMatrixTests {
    @Test(
        "Killed at a sample of its commits, it loses nothing that it acknowledged, and invents nothing",
        .behaviour("reliability D1", "reliability D2"))
    func sample() throws {
        try run("matrix", "--products", BuiltProducts.directory.path, "--sample", "34")
    }

    @Test("The matrix finds what is planted", .behaviour("reliability D1"))
    func planted() throws { try run("check_judge") }

    /// `make upgrade` does the same with an older build, and with every story.
    @Test(
        "Three daemons, one after the other, take a device over and lose nothing",
        .behaviour("reliability P8"))
    func handedOver() throws {
        let products = BuiltProducts.directory.path
        try run("upgrade", "--old", products, "--new", products, "installs", "notifications")
    }

    private func run(_ name: String, _ arguments: String...) throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/KillMatrix/\(name).py")
        let result = try LiveDevice.run(
            ["/usr/bin/python3", "-B", script.path] + arguments, home: "")
        #expect(result.code == 0, "\(result.out)\(result.error)")
    }
}

extension LiveDevice {
    /// The ids of the installed apps.
    func apps() throws -> [String] {
        try perform(.apps).items.map {
            try AppRow.read(Array($0.utf8)).id
        }
    }
}
