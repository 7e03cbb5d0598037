import Foundation
import FoundationNetworking
import QuiesceKit

/// Callbacks about an asset's download. All methods are optional, and called on the main thread.
@preconcurrency @MainActor public protocol NKAssetDownloadDelegate: AnyObject {
    /// - Parameter expectedTotalBytes: -1 if nobody knows.
    func assetDownload(
        _ asset: NKAssetDownload, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64)

    /// The file is there until this returns. Without this method it is moved into the issue's
    /// folder, by the name that its URL gives it.
    func assetDownload(_ asset: NKAssetDownload, didFinishDownloadingTo destinationURL: URL)

    /// Nothing came of it. The asset stays in the library: `download(with:)` tries again.
    func assetDownload(_ asset: NKAssetDownload, didFailWithError error: any Error)
}

extension NKAssetDownloadDelegate {
    /// Does nothing.
    public func assetDownload(
        _ asset: NKAssetDownload, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) {}
    /// Keeps the file in the issue's folder.
    public func assetDownload(
        _ asset: NKAssetDownload, didFinishDownloadingTo destinationURL: URL
    ) { asset.keep(destinationURL) }
    /// Does nothing.
    public func assetDownload(_ asset: NKAssetDownload, didFailWithError error: any Error) {}
}

/// One file of an issue, while it isn't there. On the main thread.
@preconcurrency @MainActor public final class NKAssetDownload {
    struct Record: Codable {
        var identifier: String
        var request: Request
        var userInfo: [String: String]?

        struct Request: Codable {
            var url: URL?
            var method: String?
            var headers: [String: String]?

            init(_ request: URLRequest) {
                url = request.url
                method = request.httpMethod
                headers = request.allHTTPHeaderFields
            }
        }
    }

    /// Unique for all time.
    public let identifier: String
    /// The request of the download.
    public let urlRequest: URLRequest
    public private(set) weak var issue: NKIssue?
    /// The app's own, kept over launches.
    public var userInfo: [String: String]? {
        didSet { issue?.library?.save() }
    }

    init(_ record: Record, of issue: NKIssue) {
        identifier = record.identifier
        // It was an URL when it was saved; what isn't can't be downloaded, which the delegate is
        // told.
        var request = URLRequest(url: record.request.url ?? URL(fileURLWithPath: "/"))
        request.httpMethod = record.request.method
        request.allHTTPHeaderFields = record.request.headers
        urlRequest = request
        userInfo = record.userInfo
        self.issue = issue
    }

    var record: Record {
        Record(identifier: identifier, request: .init(urlRequest), userInfo: userInfo)
    }

    /// Begins the download, or takes part in it again where an earlier launch began it. It goes on
    /// whatever becomes of the app.
    ///
    /// - Parameter delegate: Kept until the download has ended.
    public func download(with delegate: any NKAssetDownloadDelegate) {
        issue?.library?.downloads.begin(self, delegate)
    }

    /// Moves `file` into the issue's folder.
    func keep(_ file: URL) {
        guard let issue else { return }
        // The last part of a path has no slash in it, and these two are folders.
        let name = urlRequest.url?.lastPathComponent ?? identifier
        let target = issue.contentURL.appendingPathComponent(
            ["", "/", ".", ".."].contains(name) ? identifier : name)
        try? FileManager.default.removeItem(at: target)
        do {
            try FileManager.default.moveItem(at: file, to: target)
        } catch {
            note("\(target.path): \(error.localizedDescription)")
        }
    }
}
