import Foundation

/// The executables that were built with the tests.
public enum BuiltProducts {
    /// The folder that the test bundle lies in.
    public static let directory: URL = {
        // The link is the kernel's word, wherever the runner was started from.
        let executable =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: executable).deletingLastPathComponent()
    }()

    public static func path(_ product: String) -> String {
        directory.appendingPathComponent(product).path
    }

    /// Whether every user may enter all folders on the way to them.
    public static let areOpenToAll: Bool = {
        var folder = directory.resolvingSymlinksInPath()
        while true {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
            let mode = attributes?[.posixPermissions] as? Int ?? 0
            if mode & 0o1 == 0 { return false }
            if folder.path == "/" { return true }
            folder.deleteLastPathComponent()
        }
    }()

    /// Copies a program, or a script, to where a test runs it. Another process writes the copy:
    /// ours would have it open for writing, and so would each child that another test starts
    /// meanwhile, and then it can't be executed.
    public static func place(_ source: String, at path: String) throws {
        let install = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", source, path])
        install.waitUntilExit()
        guard install.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The package's folder.
    public static let package: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
