import Foundation
import FoundationNetworking
import QuiesceWire

// New tasks. There always is one (X1): what can't be asked of the daemon fails when it is resumed.
extension BackgroundURLSession {
    /// A task that puts the response's body into a file.
    public func downloadTask(with request: URLRequest) -> BackgroundURLSessionDownloadTask {
        add(.download, request)
    }

    /// As `downloadTask(with:)`, by GET.
    public func downloadTask(with url: URL) -> BackgroundURLSessionDownloadTask {
        add(.download, URLRequest(url: url))
    }

    /// A task that goes on from what another left: its error's
    /// `NSURLSessionDownloadTaskResumeData`, or what `cancel(byProducingResumeData:)` gave. Each
    /// can be used once.
    public func downloadTask(withResumeData resumeData: Data) -> BackgroundURLSessionDownloadTask {
        let resume = ResumeData(resumeData)
        // Resume data in use needn't be told again, and is settled before it becomes a task.
        if let transfer = resume?.transfer { transfers.told(transfer) }
        return add(
            .download, resume?.request, resuming: resume?.transfer,
            failure: resume == nil ? URLError(.cannotDecodeRawData) : nil)
    }

    /// A task that sends a file. It must stay as it is until the task is done; one that doesn't lie
    /// in the app's container is copied there first.
    public func uploadTask(
        with request: URLRequest, fromFile fileURL: URL
    ) -> BackgroundURLSessionUploadTask {
        add(.upload, request, body: .file(fileURL))
    }

    /// A task that sends `bodyData`, from a file in the app's container that is written first.
    public func uploadTask(
        with request: URLRequest, from bodyData: Data
    ) -> BackgroundURLSessionUploadTask {
        add(.upload, request, body: .data(bodyData))
    }

    /// A task whose response's body is told to the delegate.
    public func dataTask(with request: URLRequest) -> BackgroundURLSessionDataTask {
        add(.data, request)
    }

    /// As `dataTask(with:)`, by GET.
    public func dataTask(with url: URL) -> BackgroundURLSessionDataTask {
        add(.data, URLRequest(url: url))
    }

    private func add<Task: BackgroundURLSessionTask>(
        _ kind: TransferKind, _ request: URLRequest?, body: UploadBody? = nil,
        resuming transfer: UInt64? = nil, failure: URLError? = nil
    ) -> Task {
        let body = body ?? request?.httpBody.map { .data($0) }
        let task = Task(kind, transfers.newTask(), request, self, .init())
        // Before its body is written: what no task owns is deleted.
        let isTaken = state.withLock { state in
            guard !state.isClosing, !state.isInvalid else { return false }
            state.tasks[task.number] = task
            return true
        }
        do throws(URLError) {
            if let failure { throw failure }
            guard isTaken else { throw URLError(.cancelled) }
            let order = try order(for: task, body, transfer)
            if let size = order.request.uploadBytes {
                task.values.withLock { $0.progress.expectedToSend = Int64(clamping: size) }
            }
            transfers.ask(.create(order))
        } catch {
            task.values.withLock { $0.failure = error }
        }
        return task
    }

    private func order(
        for task: BackgroundURLSessionTask, _ body: UploadBody?, _ resumed: UInt64?
    ) throws(URLError) -> TransferOrder {
        guard let request = task.originalRequest else { throw URLError(.badURL) }
        let wish = kept.withLock { configuration in
            Result { () throws(URLError) in try TransferRequest(request, configuration) }
        }
        // Only what goes up has a body. Of a data task the daemon doesn't care which it is.
        if body != nil, task.kind == .download { throw URLError(.requestBodyStreamExhausted) }
        var order = TransferOrder(
            session: name, task: task.number, kind: body == nil ? task.kind : .upload,
            request: try wish.get())
        order.resumesTransfer = resumed
        if let body {
            (order.uploadFile, order.request.uploadBytes) = try bodies.place(body, of: task.number)
        }
        // Few come near what a message takes, and measuring takes as long as sending.
        if order.request.textBytes > AppProtocol.datagramBytes / 8,
            (try? WireCoder().encode(MessageFromApp.transfer(request: .max, .create(order)))) == nil
        {
            throw URLError(.dataLengthExceedsMaximum)
        }
        return order
    }
}
