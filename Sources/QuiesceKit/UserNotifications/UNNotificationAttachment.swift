import Foundation

/// A file that comes with a notification. Of pictures (PNG, JPEG, GIF) the first is shown; sounds
/// and films are kept, and shown by nothing. It never changes.
// Its properties are constants of value types.
open class UNNotificationAttachment: NSObject, NSCopying, @unchecked Sendable {
    /// One of its notification's.
    public let identifier: String
    /// Where it is. A request that is scheduled takes the file into the app's container: from
    /// `tmp`, `Documents` or `Library` it is moved, from the bundle copied.
    public let url: URL
    /// A uniform type identifier, as `public.png`.
    public let type: String

    /// - Parameters:
    ///   - identifier: empty: one is made up.
    ///   - url: a file.
    ///   - options: not looked into: the type is what the name's extension says.
    /// - Throws: `UNError`: there is no such file, it is of no kind that notifications have, or too
    ///   large.
    public convenience init(
        identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        guard URL.isFileURL,
            let size = try? FileManager.default.attributesOfItem(atPath: URL.path)[.size] as? Int
        else {
            throw UNError(.attachmentInvalidURL, "There is no file at \(URL.path).")
        }
        guard let kind = Self.kinds[URL.pathExtension.lowercased()] else {
            throw UNError(
                .attachmentUnrecognizedType,
                "\(URL.lastPathComponent) is none of \(Self.kinds.keys.sorted().joined(separator: ", "))."
            )
        }
        guard size <= kind.bytes else {
            throw UNError(
                .attachmentInvalidFileSize,
                "\(URL.lastPathComponent) has \(size) bytes, and one of its kind has at most \(kind.bytes)."
            )
        }
        self.init(
            identifier: identifier.isEmpty ? UUID().uuidString : identifier, at: URL,
            type: kind.type)
    }

    init(identifier: String, at url: URL, type: String) {
        self.identifier = identifier
        self.url = url
        self.type = type
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return other.identifier == identifier && other.url == url && other.type == type
    }

    open override var hash: Int { identifier.hashValue }

    /// By their files' extension, with the sizes that iOS takes.
    private static let kinds: [String: (type: String, bytes: Int)] = [
        "png": ("public.png", 10 << 20), "jpg": ("public.jpeg", 10 << 20),
        "jpeg": ("public.jpeg", 10 << 20), "gif": ("com.compuserve.gif", 10 << 20),
        "aif": ("public.aiff-audio", 5 << 20), "aiff": ("public.aiff-audio", 5 << 20),
        "wav": ("com.microsoft.waveform-audio", 5 << 20), "mp3": ("public.mp3", 5 << 20),
        "m4a": ("public.mpeg-4-audio", 5 << 20), "mpg": ("public.mpeg", 50 << 20),
        "mpeg": ("public.mpeg", 50 << 20), "mp4": ("public.mpeg-4", 50 << 20),
        "avi": ("public.avi", 50 << 20),
    ]
}
