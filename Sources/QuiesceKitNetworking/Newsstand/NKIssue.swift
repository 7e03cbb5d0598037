import Foundation
import FoundationNetworking

extension Notification.Name {
    /// All of an issue is there, which is the object.
    // The name is Newsstand Kit's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NKIssueDownloadCompleted = Notification.Name("NKIssueDownloadCompleted")
}

/// How much there is of an issue.
public enum NKIssueContentStatus: Int, Sendable {
    case none, downloading, available
}

/// One issue of a magazine. On the main thread.
@preconcurrency @MainActor public final class NKIssue {
    struct Record: Codable {
        var name: String
        var date: Date
        var folder: String
        var assets: [NKAssetDownload.Record] = []
    }

    /// Unique within the library.
    public let name: String
    /// When it was published, by which the library is sorted.
    public let date: Date
    /// Its folder, for whatever belongs to it; it lasts until the issue is removed.
    public let contentURL: URL
    /// Assets that are still to be downloaded.
    public private(set) var downloadingAssets: [NKAssetDownload] = []
    private let folder: String
    private(set) weak var library: NKLibrary?

    init(_ record: Record, in library: NKLibrary) {
        name = record.name
        date = record.date
        folder = record.folder
        self.library = library
        contentURL = library.container.appendingPathComponent(
            "Library/Newsstand/\(record.folder)", isDirectory: true)
        try? FileManager.default.createDirectory(
            at: contentURL, withIntermediateDirectories: true)
        downloadingAssets = record.assets.map { NKAssetDownload($0, of: self) }
    }

    var record: Record {
        Record(name: name, date: date, folder: folder, assets: downloadingAssets.map(\.record))
    }

    /// Whether its content is there, on its way, or neither.
    public var status: NKIssueContentStatus {
        if !downloadingAssets.isEmpty { return .downloading }
        let content = try? FileManager.default.contentsOfDirectory(atPath: contentURL.path)
        return content?.isEmpty == false ? .available : .none
    }

    /// Adds something to be downloaded. Nothing is, before `download(with:)`.
    public func addAsset(with request: URLRequest) -> NKAssetDownload {
        let asset = NKAssetDownload(
            .init(identifier: UUID().uuidString, request: .init(request)), of: self)
        downloadingAssets.append(asset)
        library?.save()
        return asset
    }

    /// The asset is there.
    func finished(_ asset: NKAssetDownload) {
        downloadingAssets.removeAll { $0 === asset }
        library?.save()
        if downloadingAssets.isEmpty {
            NotificationCenter.default.post(name: .NKIssueDownloadCompleted, object: self)
        }
    }
}
