import Foundation
import TestSupport
import Testing

@Suite("The tour") struct TourTests {
    @Test("Each line of docs/tour.md shows what it says, pasted one after the other")
    func tour() throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/Python/tour.py").path
        let run = try LiveDevice.run(
            ["/usr/bin/python3", "-B", script, "--products", BuiltProducts.directory.path],
            home: "/nowhere")
        #expect(run.code == 0, "\(run.error)\(run.out)")
    }
}
