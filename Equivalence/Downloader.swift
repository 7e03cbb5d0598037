import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceKitNetworking
import QuiesceTesting

/// Downloads in a background session, and writes where the subject does.
final class Downloader: BackgroundURLSessionDownloadDelegate {
    /// The session of the newest launch.
    @MainActor static var session: BackgroundURLSession?

    @MainActor static func makeSession(
        _ configure: (BackgroundURLSessionConfiguration) -> Void = { _ in }
    ) {
        let configuration = BackgroundURLSessionConfiguration.background(
            withIdentifier: "episodes")
        configure(configuration)
        session = BackgroundURLSession(
            configuration: configuration, delegate: Downloader(), delegateQueue: nil)
    }

    /// Downloads 20 MB, for which the network needs four seconds.
    @discardableResult @MainActor static func download(
        _ address: String = "https://a.example/episode", resumes: Bool = true,
        after begin: Double? = nil
    ) -> BackgroundURLSessionDownloadTask? {
        let task = session?.downloadTask(with: url(address))
        task?.earliestBeginDate = begin.map { DeviceClock().date + $0 }
        if resumes { task?.resume() }
        return task
    }

    // A virtual device's sessions call their delegates on the main thread.

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        MainActor.assumeIsolated { Subject.write("downloaded") }
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let outcome = error == nil ? "complete" : "failed"
        MainActor.assumeIsolated { Subject.write(outcome) }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {
        MainActor.assumeIsolated {
            Subject.write("didFinishEvents")
            Subject.eventsAreHandled?()
        }
    }
}

/// The case's device, with an app in front that makes its session in each launch.
@MainActor func podcasts(
    _ configure: @escaping @MainActor (BackgroundURLSessionConfiguration) -> Void = { _ in }
) async throws -> VirtualDevice {
    try await launched { Downloader.makeSession(configure) }
}
