import ExampleSupport
import Foundation
import FoundationNetworking

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
    import QuiesceKitNetworking
#endif

/// The episodes, and the background session that gets them. A task's description is its episode's
/// number.
@MainActor final class EpisodeQueue {
    /// The contents of the screen.
    private struct Screen: Encodable {
        var episodes: [Episode]
    }

    /// To be called when all that happened meanwhile is told.
    var finishedEvents: (@Sendable () -> Void)?
    private let server: String
    private let bytes: Int
    private let isDiscretionary: Bool
    private let changed: ([Episode]) -> Void
    private let state = StateFile()
    private var episodes: [Episode] = [] {
        didSet {
            state.save(Screen(episodes: episodes))
            changed(episodes)
        }
    }
    private lazy var session: BackgroundURLSession = {
        let configuration = BackgroundURLSessionConfiguration.background(
            withIdentifier: "episodes")
        configuration.isDiscretionary = isDiscretionary
        return BackgroundURLSession(
            configuration: configuration, delegate: Listener(self), delegateQueue: .main)
    }()

    init(
        server: String, bytes: Int, isDiscretionary: Bool, changed: @escaping ([Episode]) -> Void
    ) {
        self.server = server
        self.bytes = bytes
        self.isDiscretionary = isDiscretionary
        self.changed = changed
    }

    /// Asks for the first `count` episodes, but for those that are here or on their way.
    func fill(_ count: Int) {
        episodes = (0..<count).map { number in
            var episode = Episode(number: number + 1)
            if FileManager.default.fileExists(atPath: file(of: number + 1).path) {
                episode.state = .here
            }
            return episode
        }
        session.getAllTasks { tasks in
            MainActor.assumeIsolated { self.ask(for: Set(tasks.compactMap(\.episode))) }
        }
    }

    private func ask(for known: Set<Int>) {
        for episode in episodes where episode.state == .waiting && !known.contains(episode.number) {
            let task: BackgroundURLSessionDownloadTask
            if let rest = try? Data(contentsOf: rest(of: episode.number)) {
                task = session.downloadTask(withResumeData: rest)
                try? FileManager.default.removeItem(at: self.rest(of: episode.number))
            } else {
                let url = URL(string: "\(server)/episodes/\(episode.number).mp3?bytes=\(bytes)")
                task = session.downloadTask(with: url ?? URL(fileURLWithPath: "/"))
            }
            task.taskDescription = String(episode.number)
            task.resume()
        }
    }

    private func file(of number: Int) -> URL {
        (documentsFolder ?? FileManager.default.temporaryDirectory)
            .appendingPathComponent("episode-\(number).mp3")
    }

    /// The file from which a failed download can go on.
    private func rest(of number: Int) -> URL { file(of: number).appendingPathExtension("rest") }

    fileprivate func change(_ number: Int?, _ body: (inout Episode) -> Void) {
        guard let index = episodes.firstIndex(where: { $0.number == number }) else { return }
        body(&episodes[index])
    }

    fileprivate func take(_ file: URL, of number: Int?, status: Int) {
        guard let number, status == 200 || status == 206 else { return }
        do {
            let target = self.file(of: number)
            if FileManager.default.fileExists(atPath: target.path) {
                try FileManager.default.removeItem(at: target)
            }
            try FileManager.default.moveItem(at: file, to: target)
            change(number) { $0.state = .here }
            print("episode \(number) is here")
        } catch {
            print("episode \(number) wasn't kept: \(error.localizedDescription)")
        }
    }

    fileprivate func ended(_ number: Int?, _ error: URLError?) {
        if let number, let error {
            print("episode \(number): \(error.localizedDescription)")
            let rest = error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data
            do {
                try rest?.write(to: self.rest(of: number))
            } catch {
                print("what there is of it is lost: \(error.localizedDescription)")
            }
        }
        change(number) { if $0.state != .here { $0.state = .failed } }
    }
}

/// The session's delegate, on the main queue.
private final class Listener: BackgroundURLSessionDownloadDelegate {
    private let queue: EpisodeQueue

    init(_ queue: EpisodeQueue) { self.queue = queue }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        MainActor.assumeIsolated {
            queue.change(downloadTask.episode) {
                $0.state = .loading
                $0.received = totalBytesWritten
                $0.expected = totalBytesExpectedToWrite
            }
        }
    }

    func urlSession(
        _ session: BackgroundURLSession, downloadTask: BackgroundURLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        let status = (downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0
        MainActor.assumeIsolated { queue.take(location, of: downloadTask.episode, status: status) }
    }

    func urlSession(
        _ session: BackgroundURLSession, task: BackgroundURLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        MainActor.assumeIsolated { queue.ended(task.episode, error as? URLError) }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: BackgroundURLSession) {
        MainActor.assumeIsolated {
            queue.finishedEvents?()
            queue.finishedEvents = nil
        }
    }
}

extension BackgroundURLSessionTask {
    fileprivate var episode: Int? { taskDescription.flatMap { Int($0) } }
}
