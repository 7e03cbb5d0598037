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

    /// The package's folder.
    public static let package: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
