import Foundation

/// The programs that were built beside the running tests.
public enum BuiltProducts {
    /// `.build/debug`, or where else this build puts its products.
    public static let folder: String = {
        // The test bundle or the helper that runs it; which of them depends on how it was started.
        let candidates = CommandLine.arguments + [Bundle.main.executablePath ?? ""]
        for candidate in candidates where candidate.contains(".xctest") {
            let path = URL(fileURLWithPath: candidate).standardizedFileURL
            var folder = path
            while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
            return folder.path
        }
        return (Bundle.main.executablePath ?? "/" as String).components(separatedBy: "/")
            .dropLast().joined(separator: "/")
    }()

    /// The path of the program `name`.
    public static func path(_ name: String) -> String { folder + "/" + name }
}
