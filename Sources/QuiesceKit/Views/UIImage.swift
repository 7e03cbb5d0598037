import Foundation

/// A picture in a file of the app's bundle or container. It stays there: the screen reads it by its
/// path, and is given no pixels by the app.
@preconcurrency @MainActor public final class UIImage {
    /// Relative to the bundle or the container.
    let path: String

    /// The paths of the bundle's pictures by their names, so that a picture that is shown often
    /// isn't looked for each time; until the app enters the background (M3) or memory runs short
    /// (M2).
    private static var cache: [String: String] = [:]

    /// A picture of the bundle.
    ///
    /// - Parameter name: its path in the bundle; `.png` may be left out.
    /// - Returns: nil where there is no such file.
    public convenience init?(named name: String) {
        let path =
            Self.cache[name]
            ?? [name, name + ".png"].first { Self.isFile($0, in: Bundle.main.bundlePath) }
        guard let path else { return nil }
        Self.cache[name] = path
        self.init(path: path)
    }

    /// A picture of the bundle or the container.
    ///
    /// - Parameter path: absolute, or relative to the bundle or the container.
    /// - Returns: nil where there is no such file, or where it lies elsewhere.
    public convenience init?(contentsOfFile path: String) {
        let container = ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"]
        let folders = [Bundle.main.bundlePath, container].compactMap { $0 }
        for folder in folders {
            var relative = path
            if path.hasPrefix("/") {
                guard path.hasPrefix(folder + "/") else { continue }
                relative = String(path.dropFirst(folder.utf8.count + 1))
            }
            guard Self.isFile(relative, in: folder) else { continue }
            self.init(path: relative)
            return
        }
        return nil
    }

    private init(path: String) { self.path = path }

    static func dropCache() { cache = [:] }

    private static func isFile(_ path: String, in folder: String) -> Bool {
        guard !path.split(separator: "/").contains("..") else { return false }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: "\(folder)/\(path)", isDirectory: &isFolder)
        return exists && !isFolder.boolValue
    }
}

/// A view that shows a picture, stretched to its frame.
@preconcurrency @MainActor open class UIImageView: UIView {
    /// A view without a picture.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    /// A view of the picture's size.
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }

    /// The picture; nil: none.
    open var image: UIImage? { didSet { needsRendering() } }
}
