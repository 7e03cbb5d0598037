import Foundation
import TestSupport
import Testing

@Suite("The console in a browser") struct WebConsoleTests {
    @Test(
        "A browser has all of a device, nobody else has any of it, and it comes back after each end"
    )
    func console() throws {
        try run("Tests/Python/console.py", "--products", BuiltProducts.directory.path)
    }

    @Test("The six apps of the tutorial are played in the page, and each picture is as it must be")
    func chapters() throws {
        try run(
            "Tests/Python/console_chapters.py", "--products", BuiltProducts.directory.path,
            "--pictures", BuiltProducts.package.appendingPathComponent(".build/console").path)
    }

    @Test("README's picture shows what README says: it isn't made of a page that doesn't")
    func picture() throws {
        let scratch = try ScratchDirectory()
        try withExtendedLifetime(scratch) {
            try run(
                "scripts/picture-of-console", scratch.file("console.png"),
                BuiltProducts.directory.path)
        }
    }

    private func run(_ script: String, _ arguments: String...) throws {
        let path = BuiltProducts.package.appendingPathComponent(script).path
        let run = try LiveDevice.run(
            ["/usr/bin/python3", "-B", path] + arguments, home: "/nowhere")
        #expect(run.code == 0, "\(run.error)\(run.out)")
    }
}
