import Foundation
import FoundationNetworking

// Foundation's own protocols look into a task, and others are to do without. On the session's
// queue.
extension URLSessionTask {
    /// A data task alone, with no more than data for its body.
    var isPlain: Bool {
        self is URLSessionDataTask && !(self is URLSessionUploadTask)
            && originalRequest?.httpBodyStream == nil
    }

    /// The queue on which a protocol's client must be called: it looks into the session's list of
    /// tasks, which has no lock. nil: this Foundation has none.
    var sessionQueue: DispatchQueue? { stored("workQueue") as? DispatchQueue }

    /// A completion handler waits for the body: it gets the last piece that the client was told.
    var hasHandler: Bool {
        let list = (stored("session") as? URLSession).flatMap {
            Mirror(reflecting: $0).descendant("taskRegistry", "behaviours") as? [Int: Any]
        }
        // The cases of the enumeration that have a handler are those with a value.
        return list?[taskIdentifier].map { !Mirror(reflecting: $0).children.isEmpty }
            ?? (delegate == nil)
    }

    private func stored(_ name: String) -> Any? {
        sequence(first: Mirror(reflecting: self)) { $0.superclassMirror }.lazy
            .flatMap { $0.children }.first { $0.label == name }?.value
    }
}
