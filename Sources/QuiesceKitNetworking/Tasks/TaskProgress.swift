import Foundation
import QuiesceWire

extension BackgroundURLSessionTask {
    /// How far a task is, and how much of that its delegate knows.
    struct Progress: Sendable {
        var received: Int64 = 0
        var expected: Int64 = -1
        var sent: Int64 = 0
        var expectedToSend: Int64 = -1
        private var resumedAt: Int64?
        private var toldReceived: Int64 = 0
        private var toldSent: Int64 = 0
        private var toldResumedAt: Int64?
        /// A call that tells it is on its way.
        private var isQueued = false

        /// - Returns: whether a call is to be made to tell it: one that is on its way tells this,
        ///   too.
        mutating func note(_ progress: TransferProgress) -> Bool {
            received = Int64(clamping: progress.received)
            expected = progress.expected.map { Int64(clamping: $0) } ?? -1
            sent = Int64(clamping: progress.sent)
            expectedToSend = progress.expectedToSend.map { Int64(clamping: $0) } ?? expectedToSend
            resumedAt = progress.resumedAt.map { Int64(clamping: $0) } ?? resumedAt
            defer { isQueued = true }
            return !isQueued
        }

        /// All of it is there.
        mutating func finish(_ verdict: TransferVerdict) {
            received = Int64(clamping: verdict.bytesReceived)
            expected = received
            sent = Int64(clamping: verdict.bytesSent)
        }

        /// News for the delegate.
        struct News: Sendable {
            var resumedAt: Int64?
            var received: Int64
            var sent: Int64
            var progress: Progress
        }

        mutating func takeNews() -> News {
            isQueued = false
            var news = News(received: 0, sent: 0, progress: self)
            if let resumedAt, resumedAt != toldResumedAt {
                toldResumedAt = resumedAt
                toldReceived = resumedAt
                news.resumedAt = resumedAt
            }
            // Fewer than before: it has begun again.
            news.received = received < toldReceived ? received : received - toldReceived
            news.sent = sent < toldSent ? sent : sent - toldSent
            toldReceived = received
            toldSent = sent
            return news
        }
    }
}

extension BackgroundURLSession {
    /// didResumeAtOffset, didWriteData and didSendBodyData, as far as there is news. On the
    /// delegate's queue.
    func tellProgress(of task: BackgroundURLSessionTask) {
        let news = task.values.withLock { $0.progress.takeNews() }
        let delegate = delegate
        if let download = task as? BackgroundURLSessionDownloadTask,
            let delegate = delegate as? any BackgroundURLSessionDownloadDelegate
        {
            if let offset = news.resumedAt {
                delegate.urlSession(
                    self, downloadTask: download, didResumeAtOffset: offset,
                    expectedTotalBytes: news.progress.expected)
            }
            if news.received > 0 {
                delegate.urlSession(
                    self, downloadTask: download, didWriteData: news.received,
                    totalBytesWritten: news.progress.received,
                    totalBytesExpectedToWrite: news.progress.expected)
            }
        }
        if news.sent > 0 {
            (delegate as? any BackgroundURLSessionTaskDelegate)?.urlSession(
                self, task: task, didSendBodyData: news.sent, totalBytesSent: news.progress.sent,
                totalBytesExpectedToSend: news.progress.expectedToSend)
        }
    }
}
