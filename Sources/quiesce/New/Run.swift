import ArgumentParser
import Foundation
import QuiesceBundle
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Runs a program, or builds and runs the app of a package, and shows what it prints.",
        discussion: """
            Any program is an app from then on: frozen when it is left, thawed when it is opened, and for \
            a moment when data arrive for it over the network. It runs in \
            your session, with your environment and in no sandbox, under its own name. Where it runs \
            already, it comes to the front. `quiesce uninstall NAME` forgets it.

              quiesce run -- mpv ~/music/lake.ogg
              quiesce run --thaw never -- firefox

            Without a program, it builds the package of this folder, which has the app's Info.plist, as one \
            that `quiesce new` wrote; its CFBundleExecutable is the product to build.

              quiesce run
              quiesce run --package ~/MyApp -- --verbose

            The device is started if it isn't running. Ctrl-C ends the showing, not the app.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var hosted: HostedOptions
    @Option(
        help: ArgumentHelp("The package's folder. Default: this one.", valueName: "dir"),
        completion: .directory)
    var package: String?
    @Option(
        help: ArgumentHelp(
            "The package's build configuration. Default: debug.", valueName: "debug|release"),
        completion: .list(["debug", "release"]))
    var configuration: String?
    @Flag(help: "Return once the program is in front, and don't show what it prints.")
    var detach = false
    @Flag(help: "Where it runs, start it again, too, for another window, as a desktop's menu does.")
    var again = false
    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp(
            "A program and its arguments; with --package, arguments for the app.",
            valueName: "program"))
    var arguments: [String] = []

    private var isOfPackage: Bool { package != nil || configuration != nil || arguments.isEmpty }

    func validate() throws {
        if isOfPackage, hosted.name != nil || hosted.thaw != nil || detach || again {
            throw ValidationError(
                "--name, --thaw, --detach and --again are for a program: name it after --.")
        }
    }

    func run() throws {
        let home = device.home.map { ["--home", $0] } ?? []
        guard isOfPackage else {
            return try HostedCommand(arguments, name: hosted.name, thaw: hosted.thaw)
                .run(on: device, home, isDetached: detach, again: again)
        }
        try runPackage(package ?? ".", home)
    }

    /// Each of these is a command of its own.
    private func runPackage(_ package: String, _ home: [String]) throws {
        let info = package + "/Info.plist"
        let (id, program) = try app(of: package, in: info)
        let bundles = package + "/.build/apps"
        try MakeBundle.parse([
            "--package", package, "--product", program, "--info", info, "--configuration",
            configuration ?? "debug", "--output", bundles,
        ]).run()
        try Up.ifNeeded(home)
        try Install.parse(home + ["\(bundles)/\(program).app"]).run()
        let rest = arguments.isEmpty ? [] : ["--"] + arguments
        try Open.parse(home + ["--console", id] + rest).run()
    }

    /// Its id and its program.
    private func app(of package: String, in info: String) throws(Failure) -> (
        id: String, program: String
    ) {
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
