import ArgumentParser
import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceTerminal

struct MakeBundle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Makes an app's bundle from a Swift package or any executable.",
        discussion: """
            From an executable target of a Swift package, which is built first:
              quiesce bundle --package . --product Clock --id org.example.Clock --mode fetch -o build

            From a program that exists, with an Info.plist of your own:
              quiesce bundle --executable build/clock --info Info.plist

            From a program that knows nothing of Quiesce, such as a script that runs mpv:
              quiesce bundle --executable player --id org.example.Player --hosted --mode audio
            """)

    @Option(
        help: ArgumentHelp("The program to put into the bundle.", valueName: "file"),
        completion: .file())
    var executable: String?
    @Option(
        help: ArgumentHelp("The Swift package to build.", valueName: "dir"),
        completion: .directory)
    var package: String?
    @Option(help: ArgumentHelp("The executable product of the package.", valueName: "name"))
    var product: String?
    @Option(
        help: ArgumentHelp("The package's build configuration.", valueName: "debug|release"),
        completion: .list(["debug", "release"]))
    var configuration = "release"
    @Option(
        help: ArgumentHelp("The app's id, such as org.example.Clock.", valueName: "id"))
    var id: String?
    @Option(
        help: ArgumentHelp("The name people see. Default: the end of the id.", valueName: "name"))
    var name: String?
    @Option(
        name: .customLong("app-version"),
        help: ArgumentHelp("The app's version. Default: 1.0.", valueName: "number"))
    var appVersion: String?
    // Its first name; help has a --version of its own, which every command has.
    @Option(name: .customLong("version"), help: .hidden)
    var versionOfApp: String?
    @Option(
        name: .customLong("mode"),
        help: ArgumentHelp(
            "A background mode the app declares; may be repeated.", valueName: "mode"),
        completion: .list(BackgroundMode.allCases.map(\.rawValue)))
    var modes: [String] = []
    @Flag(help: "The program knows nothing of Quiesce, which speaks for it (QuiesceHosted).")
    var hosted = false
    @Option(
        help: ArgumentHelp("An Info.plist, used as it is.", valueName: "file"),
        completion: .file(extensions: ["plist"]))
    var info: String?
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to put NAME.app into.", valueName: "dir"),
        completion: .directory)
    var output = "."

    private var givenVersion: String? { appVersion ?? versionOfApp }

    func validate() throws {
        guard (executable == nil) != (package == nil) else {
            throw ValidationError("Name either --executable or --package.")
        }
        guard (package == nil) == (product == nil) else {
            throw ValidationError("--package and --product belong together.")
        }
        guard (id == nil) != (info == nil) else {
            throw ValidationError("Name either --id, or --info with a CFBundleIdentifier in it.")
        }
        if info != nil, name != nil || givenVersion != nil || !modes.isEmpty || hosted {
            throw ValidationError(
                "--info is used as it is; write name, version, modes and QuiesceHosted into it.")
        }
    }

    func run() throws {
        let binary = try executable ?? build()
        let program = (binary as NSString).lastPathComponent
        var maker = BundleMaker(
            program: binary, resources: package == nil ? [] : resources(beside: binary))
        if let info {
            maker.infoPlist = try infoPlist(at: info)
        } else {
            maker.infoPlist = try makeInfoPlist(program)
        }
        let target = URL(fileURLWithPath: output).appending(path: program + ".app").path
        let manifest = try maker.make(at: target)
        for mode in manifest.unknownBackgroundModes {
            tell("quiesce: the background mode \"\(oneLine(mode))\" is unknown and ignored\n")
        }
        say(target)
    }

    /// - Returns: the path of the built program.
    private func build() throws -> String {
        guard let package, let product else { return "" }
        guard let swift = Programs.inPath("swift") else {
            throw Failure.refused("there is no `swift` in PATH; install Swift, or use --executable")
        }
        let build = [swift, "build", "--package-path", package, "-c", configuration]
        guard try Programs.run(build + ["--product", product]) == 0 else {
            throw Failure.refused("\(product) could not be built; see above")
        }
        return try Programs.output(build + ["--show-bin-path"]) + "/" + product
    }

    /// SwiftPM puts the resources of a package's targets beside its programs.
    private func resources(beside binary: String) -> [String] {
        let folder = (binary as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".resources") }.sorted().map { folder + "/" + $0 }
    }

    private func infoPlist(at path: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure.refused("could not read \(path); name an Info.plist")
        }
        return data
    }

    private func makeInfoPlist(_ program: String) throws -> Data {
        var keys: [String: Any] = [
            "CFBundleIdentifier": id ?? "", "CFBundleExecutable": program,
            "CFBundleShortVersionString": givenVersion ?? "1.0",
        ]
        if let name { keys["CFBundleName"] = name }
        if hosted { keys["QuiesceHosted"] = true }
        if !modes.isEmpty { keys["UIBackgroundModes"] = modes }
        return try PropertyListSerialization.data(fromPropertyList: keys, format: .xml, options: 0)
    }
}

/// Puts a bundle together, checks it, and only then gives it its name.
struct BundleMaker {
    let program: String
    let resources: [String]
    var infoPlist = Data()

    /// - Throws: the first thing wrong with the bundle, which then isn't kept.
    func make(at target: String) throws -> AppManifest {
        let files = FileManager.default
        let folder = (target as NSString).deletingLastPathComponent
        let temporary = folder + "/.\((target as NSString).lastPathComponent).\(getpid())"
        do {
            try files.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        } catch {
            throw Failure.refused(
                "could not make a folder in \(folder); name another with --output")
        }
        defer { try? files.removeItem(atPath: temporary) }
        try copy(program, into: temporary)
        for resource in resources { try copy(resource, into: temporary) }
        guard files.createFile(atPath: temporary + "/Info.plist", contents: infoPlist) else {
            throw Failure.refused("could not write \(temporary)/Info.plist: \(reason(errno))")
        }
        let manifest = try check(temporary)
        try replace(target, by: temporary)
        return manifest
    }

    private func copy(_ path: String, into folder: String) throws {
        let name = (path as NSString).lastPathComponent
        let source = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        do {
            try FileManager.default.copyItem(atPath: source, toPath: folder + "/" + name)
        } catch {
            throw Failure.refused("could not copy \(path); check that it is there and readable")
        }
    }

    private func check(_ folder: String) throws -> AppManifest {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else {
            throw Failure.refused("could not open \(folder): \(reason(errno))")
        }
        defer { close(directory) }
        do {
            return try BundleReader.manifest(of: directory)
        } catch {
            throw Failure.refused(error.message)
        }
    }

    /// An earlier bundle gives way; anything else of that name stays.
    private func replace(_ target: String, by made: String) throws {
        let files = FileManager.default
        if files.fileExists(atPath: target) {
            guard files.fileExists(atPath: target + "/Info.plist") else {
                throw Failure.refused("\(target) exists and is not a bundle; move it away")
            }
            try files.removeItem(atPath: target)
        }
        try files.moveItem(atPath: made, toPath: target)
    }
}
