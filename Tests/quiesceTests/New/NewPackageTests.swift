import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import TestSupport
import Testing

@testable import quiesce

@Suite("quiesce new") struct NewPackageTests {
    static func template(
        isForIOS: Bool, name: String = "Reader", quiesce: QuiesceSource = .folder("/opt/quiesce")
    ) throws -> PackageTemplate {
        PackageTemplate(
            name: try ModuleName(name), id: try #require(AppID("com.example.reading-room")),
            isForIOS: isForIOS, quiesce: quiesce)
    }

    private static func text(_ path: String, of template: PackageTemplate) throws -> String {
        try #require(template.files().first { $0.path == path }).text
    }

    @Test(
        "Nothing of the template's own name and id is left in a package", arguments: [false, true])
    func names(isForIOS: Bool) throws {
        // A name with the template's in it, for a replacement that goes wrong.
        for name in ["Reader", "NewApp2"] {
            let files = try Self.template(isForIOS: isForIOS, name: name).files()
            #expect(files.count == (isForIOS ? 10 : 9))
            for file in files {
                let rest = (file.path + file.text).replacingOccurrences(of: name, with: "")
                #expect(!rest.contains("NewApp") && !rest.contains("org.example"), "\(file.path)")
            }
        }
    }

    @Test(
        "It imports QuiesceKit, or the modules of iOS and nothing of Quiesce but its tests' device")
    func imports() throws {
        func imports(_ isForIOS: Bool) throws -> Set<String> {
            let files = try Self.template(isForIOS: isForIOS).files()
            return Set(
                files.filter { $0.path.hasPrefix("Sources/") }
                    .flatMap { $0.text.split(separator: "\n") }
                    .filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) })
        }
        #expect(try imports(false) == ["Foundation", "QuiesceKit"])
        #expect(try imports(true) == ["BackgroundTasks", "Foundation", "UIKit"])
        let test = try Self.text(
            "Tests/ReaderTests/ReaderTests.swift", of: Self.template(isForIOS: false))
        #expect(
            test.hasPrefix(
                "import Foundation\nimport QuiesceKit\nimport QuiesceTesting\nimport Testing\n"))
    }

    @Test("Info.plist permits the task that the app submits, and names a class that is there")
    func infoPlist() throws {
        let template = try Self.template(isForIOS: true)
        let info = try BundleReader.manifest(
            infoPlist: Data(Self.text("Info.plist", of: template).utf8))
        #expect(info.id == template.id && info.executable == "Reader")
        #expect(info.backgroundModes == [.fetch] && info.unknownBackgroundModes.isEmpty)
        #expect(info.taskIdentifiers == ["com.example.reading-room.refresh"])
        let source = try Self.text("Sources/Reader/AppDelegate.swift", of: template)
        #expect(source.contains("\"com.example.reading-room.refresh\""))
    }

    @Test("A folder is named Quiesce in Package.swift, and a repository by the end of its URL")
    func dependencies() throws {
        let folder = try Self.text(
            "Package.swift", of: Self.template(isForIOS: false, quiesce: .folder("/a \"b\"")))
        #expect(folder.contains(#"path: "/a \"b\"","#))
        #expect(folder.contains(#".product(name: "QuiesceKit", package: "Quiesce")"#))
        let url = try QuiesceSource(option: "https://git.example.org/me/Quiesce-fork.git")
        let repository = try Self.text(
            "Package.swift", of: Self.template(isForIOS: true, quiesce: url))
        #expect(repository.contains(#"url: "https://git.example.org/me/Quiesce-fork.git","#))
        #expect(repository.contains(#".product(name: "UIKit", package: "Quiesce-fork")"#))
    }

    @Test("No line is over 100 columns, however long the name")
    func columns() throws {
        let name = String(repeating: "W", count: ModuleName.mostCharacters)
        for file in try Self.template(isForIOS: true, name: name).files() {
            guard file.path.hasSuffix(".swift") else { continue }
            let long = file.text.split(separator: "\n").filter { $0.count > 100 }
            #expect(long.isEmpty, "\(file.path)")
        }
    }
}

/// The tool itself, in a folder of the test's.
@Suite("quiesce new, as it is run") struct NewCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func new(_ arguments: String...) throws -> ToolRun {
        try ToolRun(["new"] + arguments, home: "/nowhere")
    }

    @Test("It writes a package, says how to run it, and knows where Quiesce is")
    func writes() throws {
        let path = scratch.file("Reader")
        let run = try new("Reader", "--path", path, "--ios")
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("cd \(path) && quiesce run"))
        let project = FileManager.default.contents(
            atPath: path + "/Reader.xcodeproj/project.pbxproj")
        #expect(project != nil)
        let manifest = try String(contentsOfFile: path + "/Package.swift", encoding: .utf8)
        #expect(manifest.contains("path: \"\(BuiltProducts.package.path)\""))
        // Nothing else is beside it.
        #expect(try scratch.names() == ["Reader"])
    }

    private struct Written: Decodable {
        var name, id, path: String
        var files: [String]
    }

    @Test("A program is told each file, and an empty folder will do")
    func json() throws {
        let path = scratch.file("empty")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let run = try new("Reader", "--path", path, "--json")
        let written = try JSONDecoder().decode(Written.self, from: Data(run.output.utf8))
        #expect(written.name == "Reader" && written.id == "org.example.Reader")
        #expect(written.path == path)
        for file in written.files { #expect(access("\(path)/\(file)", R_OK) == 0, "\(file)") }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(Set(names) == Set(written.files.map { String($0.split(separator: "/")[0]) }))
    }

    @Test("A folder with something in it stays as it is")
    func occupied() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.file("notes")))
        let run = try new("Reader", "--path", scratch.path)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("is there, and not empty: it has notes; name another folder"))
        let file = try new("Reader", "--path", scratch.file("notes"))
        #expect(file.exitCode == 1 && file.errors.contains("is no folder; name another"))
        #expect(try scratch.names() == ["notes"])
    }

    @Test("Where it may not write, or there is no room, nothing is left, and it says so")
    func unwritable() throws {
        // Nobody may write there, root included.
        let run = try new("Reader", "--path", "/proc/Reader")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("quiesce: could not write /proc: "), "\(run.errors)")
        let path = scratch.file("locked")
        mkdir(path, 0o500)
        guard geteuid() != 0 else { return }
        #expect(try new("Reader", "--path", path + "/Reader").errors.contains("Permission denied"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test(
        "What can't be used is wrong usage or refused, with what would do",
        arguments: [
            (["my-app"], 64, "MyApp would do"),
            (["Reader", "--id", "a b"], 64, "such as org.example.Reader"),
            (["Reader", "--quiesce", "/nowhere"], 1, "/nowhere has no Package.swift of Quiesce"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, words: String) throws {
        let path = scratch.file("Reader")
        let run = try ToolRun(["new"] + arguments + ["--path", path], home: "/nowhere")
        #expect(run.exitCode == code && run.errors.contains(words), "\(run.errors)")
        #expect(try scratch.names().isEmpty)
    }

    @Test("`quiesce run` outside of a package says where to run it")
    func runElsewhere() throws {
        let run = try ToolRun(["run", "--package", scratch.path], home: "/nowhere")
        #expect(run.exitCode == 1 && run.errors.contains("`quiesce new MyApp`"), "\(run.errors)")
        try Data("<plist><dict/></plist>".utf8).write(
            to: URL(fileURLWithPath: scratch.file("Info.plist")))
        let bad = try ToolRun(["run", "--package", scratch.path], home: "/nowhere")
        #expect(bad.exitCode == 1 && bad.errors.contains("CFBundleIdentifier"), "\(bad.errors)")
    }
}
