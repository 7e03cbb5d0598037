import Foundation
import FoundationNetworking
import QuiesceKitNetworking

/// By which an initializer can make a session of another class: only a protocol's can.
public protocol URLSessionMaking {}

extension URLSession: URLSessionMaking {}

extension URLSessionMaking {
    /// Makes a session; of a background configuration, one whose tasks the device carries out (X1),
    /// or one of an earlier launch again. The process must have an application then.
    ///
    /// - Parameters:
    ///   - delegate: Kept until the session is invalidated.
    ///   - delegateQueue: nil: a serial one of the session's own.
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil
    ) {
        let made =
            configuration.identifier.map {
                BackgroundSession(configuration, $0, delegate, delegateQueue)
            }
            ?? URLSession(
                configuration: configuration.foundation, delegate: delegate,
                delegateQueue: delegateQueue)
        guard let made = made as? Self else {
            fatalError("a subclass of URLSession is made with Foundation's configuration")
        }
        self = made
    }
}

extension URLSession {
    /// All tasks whose delegate hasn't been told their end, of a background session those of
    /// earlier launches included.
    public var allTasks: [URLSessionTask] {
        get async {
            await withCheckedContinuation { done in
                getAllTasks { done.resume(returning: $0) }
            }
        }
    }

    /// As `allTasks`, by kind.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async {
            await withCheckedContinuation { done in
                getTasksWithCompletionHandler { done.resume(returning: ($0, $1, $2)) }
            }
        }
    }
}
