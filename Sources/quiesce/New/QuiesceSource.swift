import Foundation
import QuiesceTerminal

/// Where the package of an app gets Quiesce from.
enum QuiesceSource: Hashable, CustomStringConvertible {
    /// A folder with its sources, in full.
    case folder(String)
    /// A git repository, of which the package takes the branch `main`.
    case repository(String)

    /// - Parameter option: what the user names; nil: the folder that this tool was built in.
    /// - Throws: exit code 1 when Quiesce isn't there.
    init(option: String?) throws(Failure) {
        guard let option else {
            guard let folder = Self.ownSources else {
                throw .refused(
                    "the sources that this tool was built from are gone; install quiesce-sdk, or name a "
                        + "folder with Quiesce, or its git URL, with --quiesce")
            }
            self = .folder(folder)
            return
        }
        if option.contains("://") || option.hasPrefix("git@") {
            self = .repository(option)
            return
        }
        let path = URL(fileURLWithPath: option).standardizedFileURL.path
        guard Self.isQuiesce(path) else {
            throw .refused(
                "\(oneLine(path)) has no Package.swift of Quiesce; name the folder with its sources, or "
                    + "a git URL")
        }
        self = .folder(path)
    }

    var description: String {
        switch self {
        case .folder(let path): path
        case .repository(let url): url
        }
    }

    /// By which targets name the package. A folder's is given to it; a repository's is the end of
    /// its URL.
    var package: String {
        switch self {
        case .folder: "Quiesce"
        case .repository(let url):
            (url.split(whereSeparator: { "/:".contains($0) }).last.map(String.init) ?? "Quiesce")
                .replacingOccurrences(of: ".git", with: "")
        }
    }

    /// Where this tool's own program lies in, else the SDK that is installed with it, else where
    /// it was compiled.
    private static var ownSources: String? {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        var folder = URL(fileURLWithPath: own).deletingLastPathComponent()
        while folder.path != "/" {
            if isQuiesce(folder.path) { return folder.path }
            folder.deleteLastPathComponent()
        }
        // PREFIX/lib/quiesce/quiesce.
        let installed = URL(fileURLWithPath: own + "/../../../share/quiesce/sdk")
            .standardizedFileURL
        if isQuiesce(installed.path) { return installed.path }
        var compiled = URL(fileURLWithPath: #filePath)
        // Sources/quiesce/New and this file.
        for _ in 0..<4 { compiled.deleteLastPathComponent() }
        return isQuiesce(compiled.path) ? compiled.path : nil
    }

    private static func isQuiesce(_ folder: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: folder + "/Package.swift") else {
            return false
        }
        return String(decoding: data, as: UTF8.self).contains("name: \"Quiesce\"")
    }
}
