import ArgumentParser
import Foundation
import QuiesceBundle
import QuiesceTerminal
import QuiesceWire

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Builds the app of a package, installs and opens it, and shows what it prints.",
        discussion: """
            The package's folder has the app's Info.plist, as one that `quiesce new` wrote; its \
            CFBundleExecutable is the product to build. The device is started if it isn't running. Ctrl-C \
            ends the showing, not the app.

              quiesce run
              quiesce run --package ~/MyApp -- --verbose
            """)

    @OptionGroup var device: DeviceOptions
    @Option(
        help: ArgumentHelp("The package's folder. Default: this one.", valueName: "dir"),
        completion: .directory)
    var package = "."
    @Option(
        help: ArgumentHelp("The package's build configuration.", valueName: "debug|release"),
        completion: .list(["debug", "release"]))
    var configuration = "debug"
    @Argument(parsing: .postTerminator, help: "Arguments for the app, after --.")
    var arguments: [String] = []

    /// Each of these is a command of its own.
    func run() throws {
        let info = package + "/Info.plist"
        let (id, program) = try app(in: info)
        let bundles = package + "/.build/apps"
        try MakeBundle.parse([
            "--package", package, "--product", program, "--info", info, "--configuration",
            configuration, "--output", bundles,
        ]).run()
        let home = device.home.map { ["--home", $0] } ?? []
        if case let up = try Up.parse(home), !up.isRunning { try up.run() }
        try Install.parse(home + ["\(bundles)/\(program).app"]).run()
        let rest = arguments.isEmpty ? [] : ["--"] + arguments
        try Open.parse(home + ["--console", id] + rest).run()
    }

    /// Its id and its program.
    private func app(in info: String) throws(Failure) -> (id: String, program: String) {
        guard let data = FileManager.default.contents(atPath: info) else {
            throw .refused(
                "\(oneLine(package)) has no Info.plist to be read; run it in an app's package, such as "
                    + "`quiesce new MyApp` writes, or name one with --package")
        }
        do {
            let manifest = try BundleReader.manifest(infoPlist: data)
            return (manifest.id.name, manifest.executable)
        } catch {
            throw .refused("\(oneLine(info)): \(error.message)")
        }
    }
}
