import Foundation
import FoundationNetworking
import QuiesceKit

/// The background session behind all assets' downloads: a task of it carries its asset's
/// identifier.
@MainActor final class NewsstandDownloads {
    private struct Download {
        var asset: NKAssetDownload
        var delegate: any NKAssetDownloadDelegate
    }

    private var running: [String: Download] = [:]
    /// Made for the first download of a launch: that is when its events are wanted.
    private lazy var session = BackgroundURLSession(
        configuration: .background(withIdentifier: BackgroundTransfers.newsstandSession),
        delegate: Listener(self), delegateQueue: .main)

    func begin(_ asset: NKAssetDownload, _ delegate: any NKAssetDownloadDelegate) {
        running[asset.identifier] = Download(asset: asset, delegate: delegate)
        let (identifier, request) = (asset.identifier, asset.urlRequest)
        withTasks { [session] tasks in
            guard !tasks.contains(where: { $0.taskDescription == identifier }) else { return }
            // It may have ended before the tasks were listed.
            guard MainActor.assumeIsolated({ self.running[identifier] != nil }) else { return }
            let task = session.downloadTask(with: request)
            task.taskDescription = identifier
            task.resume()
        }
    }

    func cancel(_ asset: NKAssetDownload) {
        running[asset.identifier] = nil
        let identifier = asset.identifier
        withTasks { tasks in
            for task in tasks where task.taskDescription == identifier { task.cancel() }
        }
    }

    /// Does something with the tasks that there are already. They are told later, when an app that
    /// was woken to begin a download may have completed its wake-up: it stays until then, or
    /// nothing would have begun.
    private func withTasks(_ use: @escaping @Sendable ([BackgroundURLSessionTask]) -> Void) {
        let stay = Stay()
        session.getAllTasks { tasks in
            use(tasks)
            MainActor.assumeIsolated { stay.end() }
        }
    }

    fileprivate func wrote(
        _ identifier: String?, _ written: Int64, _ total: Int64, of expected: Int64
    ) {
        guard let download = running[identifier ?? ""] else { return }
        download.delegate.assetDownload(
            download.asset, didWriteData: written, totalBytesWritten: total,
            expectedTotalBytes: expected)
    }

    /// The library takes care of an asset whose download the app hasn't taken part in.
    fileprivate func finished(_ identifier: String?, at file: URL) {
        if let download = running[identifier ?? ""] {
            download.delegate.assetDownload(download.asset, didFinishDownloadingTo: file)
        } else {
            asset(identifier)?.keep(file)
        }
    }

    fileprivate func ended(_ identifier: String?, _ error: (any Error)?) {
        let download = running.removeValue(forKey: identifier ?? "")
        guard let asset = download?.asset ?? asset(identifier) else { return }
        if let error {
            download?.delegate.assetDownload(asset, didFailWithError: error)
        } else {
            asset.issue?.finished(asset)
        }
    }

    private func asset(_ identifier: String?) -> NKAssetDownload? {
        NKLibrary.shared?.downloadingAssets.first { $0.identifier == identifier }
    }
}

/// Keeps the app from being suspended, as long as it may.
@MainActor private final class Stay {
    private var task = UIBackgroundTaskIdentifier.invalid

    init() {
        task = UIApplication.shared.beginBackgroundTask(withName: "Newsstand") { self.end() }
    }

    func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

/// The session's delegate; its queue is the main one.
private final class Listener: BackgroundURLSessionDownloadDelegate {
    private let downloads: NewsstandDownloads

    init(_ downloads: NewsstandDownloads) { self.downloads = downloads }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        MainActor.assumeIsolated {
            downloads.wrote(
                downloadTask.taskDescription, bytesWritten, totalBytesWritten,
                of: totalBytesExpectedToWrite)
        }
    }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        MainActor.assumeIsolated {
            // A server's page about what went wrong is no part of an issue.
            guard downloadTask.isSuccess else { return }
            downloads.finished(downloadTask.taskDescription, at: location)
        }
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        MainActor.assumeIsolated {
            let error = error ?? (task.isSuccess ? nil : URLError(.badServerResponse))
            downloads.ended(task.taskDescription, error)
        }
    }
}

extension BackgroundURLSessionTask {
    fileprivate var isSuccess: Bool {
        (response as? HTTPURLResponse).map { (200..<300).contains($0.statusCode) } ?? false
    }
}
