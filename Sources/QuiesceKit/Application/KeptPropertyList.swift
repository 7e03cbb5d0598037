import Foundation

/// A property list that an app keeps over launches, in `Library/Saved Application State` of its
/// container.
struct KeptPropertyList {
    private let file: URL

    init(_ name: String, container: URL) {
        file = container.appendingPathComponent("Library/Saved Application State/\(name)")
    }

    /// nil, where nothing is kept, or can be read.
    func read() -> Any? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? PropertyListSerialization.propertyList(from: data, format: nil)
    }

    /// In one step: a crash leaves the old or the new one. Where it can't be, the error says why,
    /// and the old one stays.
    func write(_ list: Any) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: .binary, options: 0)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try data.write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    func discard() { try? FileManager.default.removeItem(at: file) }
}
