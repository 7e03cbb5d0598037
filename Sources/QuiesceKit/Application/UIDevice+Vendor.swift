import Foundation

extension UIDevice {
    /// A number by which an app knows this device again, until it is uninstalled; nil while its
    /// container can't be written.
    ///
    /// Each app has its own here, as nothing says which are of one vendor; apps that share a group
    /// may keep one in its container.
    public var identifierForVendor: UUID? { AppContainer.current.flatMap(VendorIdentifier.of) }
}

private enum VendorIdentifier {
    /// Beside what the app itself keeps in its Library.
    private static let name = "Library/identifierForVendor"

    /// Reads it, or makes one that the next launch finds.
    static func of(_ container: URL) -> UUID? {
        let file = container.appendingPathComponent(name)
        if let known = read(file) { return known }
        let new = UUID()
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            try Data(new.uuidString.utf8).write(to: file, options: .atomic)
            return new
        } catch {
            note("the device's identifier can't be kept: \(error)")
            return nil
        }
    }

    private static func read(_ file: URL) -> UUID? {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        return UUID(uuidString: text)
    }
}
