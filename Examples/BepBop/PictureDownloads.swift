import ExampleSupport
import Foundation
import FoundationNetworking

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
    import QuiesceKitNetworking
#endif

/// Gets random pictures by background transfers, and keeps the last of them.
@MainActor final class PictureDownloads {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var picture: String?
        var downloads = 0
    }

    /// The occasion for which a transfer was begun. The app keeps the occasion with the transfer,
    /// for the launch that takes it.
    enum Occasion: String { case pull, fetch }

    /// How long a fetch waits for its picture, which comes later otherwise: seconds.
    private static let patience = 20.0

    /// To be called when all that happened meanwhile is told.
    var finishedEvents: (@Sendable () -> Void)?
    /// A fetch has brought another picture.
    var fetched: () -> Void = {}
    private let server: String
    private let changed: (URL) -> Void
    private let state = StateFile()
    private var screen = Screen() {
        didSet { state.save(screen) }
    }
    private var results: [Int: @Sendable (UIBackgroundFetchResult) -> Void] = [:]
    // Kept here, and made once: two of the same identifier would be an error.
    private lazy var session = BackgroundURLSession(
        configuration: .background(withIdentifier: "pictures"), delegate: Listener(self),
        delegateQueue: .main)

    init(server: String, changed: @escaping (URL) -> Void) {
        self.server = server
        self.changed = changed
        screen.picture = last?.lastPathComponent
        state.save(screen)
        _ = session
    }

    private var folder: URL {
        (documentsFolder ?? FileManager.default.temporaryDirectory)
            .appendingPathComponent("picture", isDirectory: true)
    }

    /// The picture that came last.
    var last: URL? {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return files?.first { !$0.lastPathComponent.hasPrefix(".") }
    }

    /// Begins to transfer another picture.
    func refresh(
        as occasion: Occasion, _ result: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        guard let url = URL(string: server + "/random") else { return result(.failed) }
        let task = session.downloadTask(with: url)
        task.taskDescription = occasion.rawValue
        results[task.taskIdentifier] = result
        task.resume()
        DeviceTimer.scheduledTimer(withTimeInterval: Self.patience, repeats: false) { _ in
            self.results.removeValue(forKey: task.taskIdentifier)?(.noData)
        }
    }

    /// Puts the picture in the place of the last.
    fileprivate func take(_ file: URL, _ task: BackgroundURLSessionTask) {
        guard let response = task.response as? HTTPURLResponse, response.statusCode == 200,
            let name = response.url?.lastPathComponent
        else { return done(task, .failed) }
        let isNew = name != last?.lastPathComponent
        let target = folder.appendingPathComponent(name)
        do {
            let files = FileManager.default
            if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.moveItem(at: file, to: target)
        } catch {
            print("not kept: \(error.localizedDescription)")
            return done(task, .failed)
        }
        screen.picture = name
        screen.downloads += 1
        print("picture \(name)")
        changed(target)
        if isNew, task.taskDescription == Occasion.fetch.rawValue { fetched() }
        done(task, isNew ? .newData : .noData)
    }

    fileprivate func failed(_ task: BackgroundURLSessionTask, _ error: any Error) {
        print("failed: \(error.localizedDescription)")
        done(task, .failed)
    }

    private func done(_ task: BackgroundURLSessionTask, _ result: UIBackgroundFetchResult) {
        results.removeValue(forKey: task.taskIdentifier)?(result)
    }
}

/// The session's delegate, on the main queue.
private final class Listener: BackgroundURLSessionDownloadDelegate {
    private let downloads: PictureDownloads

    init(_ downloads: PictureDownloads) { self.downloads = downloads }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        MainActor.assumeIsolated { downloads.take(location, downloadTask) }
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        MainActor.assumeIsolated {
            if let error { downloads.failed(task, error) }
        }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {
        MainActor.assumeIsolated {
            downloads.finishedEvents?()
            downloads.finishedEvents = nil
        }
    }
}
