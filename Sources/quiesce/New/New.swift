import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceCore
import QuiesceTerminal

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the package of a new app: sources that work, Info.plist and a test.",
        discussion: """
            The app is refreshed in the background and counts that. It runs at once:
              quiesce new MyApp
              cd MyApp && quiesce run

            With --ios the sources import UIKit and BackgroundTasks, and MyApp.xcodeproj builds the same \
            files for iOS, with Xcode 16 or newer:
              quiesce new MyApp --ios --id com.example.MyApp
            """)

    @Argument(help: "The app's name, which is its program's and its Swift module's: MyApp.")
    var name: String
    @Option(
        help: ArgumentHelp(
            "The package's folder, which isn't there yet or is empty. Default: ./NAME.",
            valueName: "dir"),
        completion: .directory)
    var path: String?
    @Flag(help: "Write it as for iOS, with an Xcode project.")
    var ios = false
    @Option(help: ArgumentHelp("The app's id. Default: org.example.NAME.", valueName: "id"))
    var id: String?
    @Option(
        help: ArgumentHelp(
            "Where the package gets Quiesce from: a folder with its sources, or a git URL.",
            discussion: "Default: the folder that this tool was built in.",
            valueName: "dir|url"))
    var quiesce: String?
    @OptionGroup var output: JSONOption

    func run() throws {
        let name = try ModuleName(name)
        let template = PackageTemplate(
            name: name, id: try bundleID(for: name), isForIOS: ios,
            quiesce: try QuiesceSource(option: quiesce))
        let files = template.files()
        let folder = PackageFolder(path ?? name.text)
        try folder.write(files)
        output.json ? try sayJSON(template, folder, files) : sayWhatIsNext(template, folder)
    }

    private func bundleID(for name: ModuleName) throws(Failure) -> AppID {
        guard let id else { return name.exampleID }
        guard let valid = AppID(id) else {
            throw .usage(
                "\"\(oneLine(id))\" is not an app's id: letters, digits and hyphens with dots between "
                    + "them, such as \(name.exampleID.name)")
        }
        return valid
    }

    private func sayWhatIsNext(_ template: PackageTemplate, _ folder: PackageFolder) {
        let given = path ?? template.name.text
        say("\(folder.path): the app \(template.id.name), with Quiesce from \(template.quiesce)")
        say("run it:  cd \(ShellWord(given)) && quiesce run")
        say("test it: cd \(ShellWord(given)) && swift test")
        if ios { say("on iOS:  \(template.name.text).xcodeproj, in Xcode 16 or newer") }
    }

    /// The description of a package for programs.
    private struct Written: Encodable {
        var name: String
        var id: String
        var path: String
        var quiesce: String
        var files: [String]
    }

    private func sayJSON(
        _ template: PackageTemplate, _ folder: PackageFolder, _ files: [PackageFile]
    ) throws {
        let written = Written(
            name: template.name.text, id: template.id.name, path: folder.path,
            quiesce: template.quiesce.description, files: files.map(\.path).sorted())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        say(String(decoding: try encoder.encode(written), as: UTF8.self))
    }
}
