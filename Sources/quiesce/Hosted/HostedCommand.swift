import ArgumentParser
import Foundation
import Glibc
import QuiesceBundle
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// A program with its arguments, made into a hosted app that runs in the session of whoever gives
/// it.
struct HostedCommand {
    /// Nobody registers it.
    static let domain = "local"

    let program: String
    let arguments: [String]
    let name: String
    /// nil: on traffic, so that a chat rings and mail comes.
    let thaw: String?
    /// Not thawed by any schedule.
    static let never = "never"

    /// - Parameter command: a program in PATH, or its path, and its arguments.
    /// - Throws: exit code 1 for a program that isn't there.
    init(_ command: [String], name: String?, thaw: String?) throws(Failure) {
        let given = command[0]
        let found =
            given.contains("/")
            ? URL(fileURLWithPath: given).standardizedFileURL.path : Programs.inPath(given)
        guard let found, access(found, X_OK) == 0 else {
            throw .refused(
                given.contains("/")
                    ? "\(oneLine(given)) is no program that may be executed"
                    : "there is no program \"\(oneLine(given))\" in PATH; with --package its name would "
                        + "be an argument for the package's app")
        }
        program = found
        arguments = Array(command.dropFirst())
        self.name = name ?? (found as NSString).lastPathComponent
        self.thaw = thaw
    }

    init(program: String, arguments: [String], name: String, thaw: String?) {
        self.program = program
        self.arguments = arguments
        self.name = name
        self.thaw = thaw
    }

    var id: String { Self.id(of: name) }

    /// An app id has ASCII letters, digits, `-` and `.`.
    static func id(of name: String) -> String {
        let word = name.map { character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        return "\(domain).\(String(word))"
    }

    /// - Parameters:
    ///   - isDetached: returns once it is in front, and shows nothing of what it prints.
    ///   - again: where it runs, it is started again without arguments, too, and may open another
    ///     window.
    func run(
        on device: DeviceOptions, _ home: [String], isDetached: Bool = false, again: Bool = false
    ) throws {
        try Up.ifNeeded(home)
        let client = try device.client()
        if try client.rows(.ps, as: ProcessRow.self).contains(where: {
            $0.id == id && $0.pid != nil
        }) {
            return arguments.isEmpty && !again
                ? try Open.parse(home + [id]).run() : try startAgain(on: client)
        }
        try install(on: client)
        try Open.parse(home + (isDetached ? [] : ["--console"]) + [id]).run()
    }

    /// Most programs of a desktop run once: the second start says what it is to do to the first,
    /// which has to be thawed for that, and ends. Others are two from then on, in one app.
    private func startAgain(on client: ControlClient) throws {
        let start = SecondStart(arguments: arguments)
        _ = try client.call(
            .link(.openActivity(app: id, activity: SecondStart.activity, userInfo: start.userInfo)))
        say("\(name) ran already: it is in front, and was started again with these arguments")
    }

    /// Its bundle is gone when this returns: whoever watches the program ends by a signal.
    func install(
        in session: ProgramSession = .ofThisProcess, on client: ControlClient
    ) throws {
        var name = Array(
            (FileManager.default.temporaryDirectory.path + "/quiesce-run-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure.refused(
                "could not make a folder in \(FileManager.default.temporaryDirectory.path): "
                    + reason(errno))
        }
        let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Install.install(bundle(in: folder), in: session, on: client)
    }

    /// - Returns: the path of a bundle whose executable starts the program.
    private func bundle(in folder: String) throws -> String {
        let files = FileManager.default
        let script = folder + "/start"
        let words = ([program] + arguments).map { "\(ShellWord($0))" }.joined(separator: " ")
        let text = Data(
            """
            #!/bin/sh
            if [ -n "${\(SecondStart.variable)-}" ]; then
                unset \(SecondStart.variable)
                exec \(ShellWord(program)) "$@"
            fi
            exec \(words) "$@"

            """.utf8)
        guard
            files.createFile(
                atPath: script, contents: text, attributes: [.posixPermissions: 0o700])
        else {
            throw Failure.refused("could not write \(script): \(reason(errno))")
        }
        var maker = BundleMaker(program: script, resources: icon(in: folder))
        maker.infoPlist = try PropertyListSerialization.data(
            fromPropertyList: keys, format: .xml, options: 0)
        let target = folder + "/start.app"
        _ = try maker.make(at: target)
        return target
    }

    /// A copy of the program's icon, if a desktop has one, by the name that lists look for.
    private func icon(in folder: String) -> [String] {
        let copy = folder + "/Icon.png"
        guard let icon = ApplicationFolders().icon(ofProgram: program),
            (try? FileManager.default.copyItem(atPath: icon, toPath: copy)) != nil
        else { return [] }
        return [copy]
    }

    private var keys: [String: Any] {
        var keys: [String: Any] = [
            "CFBundleIdentifier": id, "CFBundleExecutable": "start", "CFBundleName": name,
            "CFBundleShortVersionString": "1.0", "QuiesceHosted": true,
            // A player plays on out of sight.
            "UIBackgroundModes": ["audio"], "NSUserActivityTypes": [SecondStart.activity],
        ]
        if thaw != Self.never { keys["QuiesceThaw"] = thaw ?? ThawSchedule.onTraffic.words }
        return keys
    }
}

extension ProgramSession {
    /// A shell's own variables are of no use to another program.
    private static let shells: Set = ["_", "SHLVL", "PWD", "OLDPWD"]

    static var ofThisProcess: ProgramSession {
        ProgramSession(
            directory: FileManager.default.currentDirectoryPath,
            variables: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
    }

    init(directory: String, variables: [String], adopted: AdoptedProcess? = nil) {
        self.init(
            directory: directory,
            environment: variables.filter {
                let name = String($0.prefix { $0 != "=" })
                return !name.hasPrefix("QUIESCE_") && !Self.shells.contains(name)
            }.sorted(), adopted: adopted)
    }
}
