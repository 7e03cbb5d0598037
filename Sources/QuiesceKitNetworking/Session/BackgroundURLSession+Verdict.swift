import Foundation
import FoundationNetworking
import QuiesceWire

// How a task ended, as its delegate is told (X5). On the delegate's queue.
extension BackgroundURLSession {
    /// Bytes of one `didReceive data`.
    private static let chunkBytes = 1 << 20

    func tell(_ verdict: TransferVerdict, on task: BackgroundURLSessionTask) {
        let response = verdict.response?.urlResponse
        task.values.withLock { values in
            values.response = response
            if let url = response?.url, url != values.currentRequest?.url {
                var request = values.currentRequest ?? URLRequest(url: url)
                request.url = url
                values.currentRequest = request
            }
        }
        if let response = verdict.response,
            let storage = kept.withLock({ $0.httpShouldSetCookies ? $0.httpCookieStorage : nil })
        {
            let policy = kept.withLock { $0.httpCookieAcceptPolicy }
            response.saveCookies(
                in: storage, policy, mainDocument: task.originalRequest?.mainDocumentURL)
        }
        if verdict.failure == nil { tellBody(verdict, task) }
        let resumeData = verdict.resumable.flatMap { ResumeData($0, of: task.currentRequest)?.data }
        let error = verdict.failure?.error(url: task.currentRequest?.url, resumeData: resumeData)
        complete(task, error, resumeData: resumeData)
    }

    private func tellBody(_ verdict: TransferVerdict, _ task: BackgroundURLSessionTask) {
        task.values.withLock { $0.progress.finish(verdict) }
        tellProgress(of: task)
        guard let file = verdict.file.flatMap(located) else { return }
        if let download = task as? BackgroundURLSessionDownloadTask {
            // Where it is gone, the delegate has had it before, in a launch that ended just then.
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            (delegate as? any BackgroundURLSessionDownloadDelegate)?.urlSession(
                self, downloadTask: download, didFinishDownloadingTo: file)
            try? FileManager.default.removeItem(at: file)
        } else if let data = task as? BackgroundURLSessionDataTask,
            let delegate = delegate as? any BackgroundURLSessionDataDelegate
        {
            guard let handle = try? FileHandle(forReadingFrom: file) else { return }
            while let part = try? handle.read(upToCount: Self.chunkBytes), !part.isEmpty {
                delegate.urlSession(self, dataTask: data, didReceive: part)
            }
            try? handle.close()
        }
    }

    /// The task's last call.
    func complete(_ task: BackgroundURLSessionTask, _ error: URLError?, resumeData: Data?) {
        let handlers = task.values.withLock { values in
            values.state = .completed
            values.error = error
            defer { values.resumeDataHandlers = [] }
            return values.resumeDataHandlers
        }
        for handler in handlers { handler(resumeData) }
        (delegate as? any BackgroundURLSessionTaskDelegate)?.urlSession(
            self, task: task, didCompleteWithError: error)
    }

    /// A path within the container; one that leads out of it names nothing.
    private func located(_ path: String) -> URL? {
        guard let container = transfers.container?.standardizedFileURL else { return nil }
        let file =
            (path.hasPrefix("/")
            ? URL(fileURLWithPath: path) : container.appendingPathComponent(path))
            .standardizedFileURL
        return file.path.hasPrefix(container.path + "/") ? file : nil
    }
}
