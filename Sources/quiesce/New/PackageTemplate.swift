import Foundation
import QuiesceCore

/// A file of a new package, by its path in the package's folder.
struct PackageFile: Hashable {
    var path: String
    var text: String
}

/// The package of a new app. Its files are those of the folder Template, which are compiled and
/// tested in this package under the name NewApp.
struct PackageTemplate {
    let name: ModuleName
    let id: AppID
    let isForIOS: Bool
    let quiesce: QuiesceSource

    private static let templateName = "NewApp"
    private static let templateID = "org.example.NewApp"
    /// SwiftPM takes no resource of the name Info.plist.
    private static let templateInfo = "NewApp-Info.plist"

    func files() -> [PackageFile] {
        let sources = "Sources/\(name.text)/"
        var files = [
            PackageFile(path: "Package.swift", text: manifest()),
            PackageFile(path: "Info.plist", text: filled(PackageResources.NewApp_Info_plist)),
            PackageFile(path: "README.md", text: readMe()),
            PackageFile(path: ".gitignore", text: ".build/\nxcuserdata/\n"),
            PackageFile(path: ".swift-format", text: filled(PackageResources.swift_format_json)),
            PackageFile(
                path: sources + "AppDelegate.swift",
                text: source(PackageResources.AppDelegate_swift)),
            PackageFile(
                path: sources + "SceneDelegate.swift",
                text: source(PackageResources.SceneDelegate_swift)),
            PackageFile(
                path: sources + "Counts.swift", text: source(PackageResources.Counts_swift)),
            PackageFile(
                path: "Tests/\(name.text)Tests/\(name.text)Tests.swift",
                text: source(PackageResources.NewAppTests_swift)),
        ]
        if isForIOS {
            files.append(
                PackageFile(
                    path: "\(name.text).xcodeproj/project.pbxproj",
                    text: filled(PackageResources.project_pbxproj)))
        }
        return files
    }

    /// A file of the template, with the app's name and id in it.
    private func filled(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
            .replacingOccurrences(of: Self.templateInfo, with: "Info.plist")
            .components(separatedBy: Self.templateID)
            .map { $0.replacingOccurrences(of: Self.templateName, with: name.text) }
            .joined(separator: id.name)
    }

    /// A source, which imports Apple's modules if it is for iOS, and QuiesceKit in their place if
    /// it isn't.
    private func source(_ bytes: [UInt8]) -> String {
        let text = filled(bytes)
        guard !isForIOS else { return text }
        let lines = text.components(separatedBy: "\n")
        let imports = lines.prefix { $0.hasPrefix("import ") }
        let own = imports.map { apples.contains($0) ? "import QuiesceKit" : $0 }
        return (Set(own).sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }

    private var apples: [String] { ["import BackgroundTasks", "import UIKit"] }

    private func readMe() -> String {
        let text = filled(PackageResources.ReadMe_md)
        guard isForIOS else { return text }
        return text
            + "- `\(name.text).xcodeproj` builds the same sources for iOS, in Xcode 16 or newer; choose a team there to sign them for a "
            + "device.\n"
    }
}

// MARK: Package.swift

extension PackageTemplate {
    private func manifest() -> String {
        let sdk = isForIOS ? ["BackgroundTasks", "UIKit"] : ["QuiesceKit"]
        let app = sdk.map(product)
        let tests =
            ["\"\(name.text)\""] + ["QuiesceKit", "QuiesceTesting"].map(product)
        let head = "// swift-tools-version:6.2\nimport PackageDescription\n"
        return """
            \(head)
            let package = Package(
                name: "\(name.text)",
                dependencies: [
                    // Without traits nothing else is fetched.
                    .package(
            \(dependency)
                        traits: [])
                ],
                targets: [
                    .executableTarget(
                        name: "\(name.text)",
                        dependencies: [
            \(indented(app))
                        ]),
                    .testTarget(
                        name: "\(name.text)Tests",
                        dependencies: [
            \(indented(tests))
                        ]),
                ]
            )

            """
    }

    private var dependency: String {
        switch quiesce {
        case .folder(let path):
            """
                        name: "Quiesce",
                        path: \(literal(path)),
            """
        case .repository(let url):
            """
                        url: \(literal(url)),
                        branch: "main",
            """
        }
    }

    private func product(_ product: String) -> String {
        ".product(name: \"\(product)\", package: \(literal(quiesce.package)))"
    }

    private func indented(_ lines: [String]) -> String {
        // As swift format has it, one element has no comma behind it.
        lines.map { "                \($0)" }.joined(separator: ",\n")
            + (lines.count > 1 ? "," : "")
    }

    private func literal(_ text: String) -> String {
        "\""
            + text.replacingOccurrences(of: "\\", with: "\\\\")
            .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(
                of: "\n", with: "\\n")
            + "\""
    }
}
