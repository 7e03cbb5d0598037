import Foundation
import TestSupport
import Testing

@Suite("The console in a browser") struct WebConsoleTests {
    @Test(
        "A browser has all of a device, nobody else has any of it, and it comes back after each end"
    )
    func console() throws {
        let script = BuiltProducts.package.appendingPathComponent("Tests/Python/console.py").path
        let run = try LiveDevice.run(
            ["/usr/bin/python3", "-B", script, "--products", BuiltProducts.directory.path],
            home: "/nowhere")
        #expect(run.code == 0, "\(run.error)\(run.out)")
    }
}
