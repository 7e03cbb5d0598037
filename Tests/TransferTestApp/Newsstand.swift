import Foundation
import FoundationNetworking
import QuiesceKitNetworking

/// Writes down what it hears of assets.
@MainActor final class Reader: NKAssetDownloadDelegate {
    static let shared = Reader()

    func assetDownload(
        _ asset: NKAssetDownload, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) { say("asset wrote \(bytesWritten) \(totalBytesWritten) \(expectedTotalBytes)") }

    func assetDownload(_ asset: NKAssetDownload, didFinishDownloadingTo destinationURL: URL) {
        let text = try? String(contentsOf: destinationURL, encoding: .utf8)
        say("asset \(asset.userInfo?["page"] ?? "none"): \(text ?? "nothing")")
        guard let issue = asset.issue else { return say("no issue") }
        do {
            try FileManager.default.moveItem(
                at: destinationURL, to: issue.contentURL.appendingPathComponent("page"))
        } catch {
            say("\(error)")
        }
    }

    func assetDownload(_ asset: NKAssetDownload, didFailWithError error: any Error) {
        say("asset failed \((error as? URLError)?.code.rawValue ?? 0)")
    }
}

/// On the main thread. - Returns: false, if it is another's command.
@MainActor func obeyNewsstand(_ words: [String]) -> Bool {
    guard let library = NKLibrary.shared else { return false }
    switch words[0] {
    case "issue":
        let issue = library.addIssue(withName: words[1], date: Date(timeIntervalSince1970: 0))
        say("issue \(issue.name) \(issue.status)")
    case "asset":
        guard let issue = library.issue(withName: words[1]), let url = URL(string: words[2]) else {
            fatalError("no issue \(words[1])")
        }
        let asset = issue.addAsset(with: URLRequest(url: url))
        asset.userInfo = ["page": words[3]]
        say("asset of \(words[1]) \(issue.status)")
    case "take":
        for asset in library.downloadingAssets { asset.download(with: Reader.shared) }
    case "read": library.currentlyReadingIssue = library.issue(withName: words[1])
    case "remove": library.issue(withName: words[1]).map { library.removeIssue($0) }
    case "library":
        let issues = library.issues.map {
            "\($0.name) \($0.status) \($0.downloadingAssets.count)"
        }
        say("library \(issues) reading \(library.currentlyReadingIssue?.name ?? "none")")
    case _: return false
    }
    return true
}
