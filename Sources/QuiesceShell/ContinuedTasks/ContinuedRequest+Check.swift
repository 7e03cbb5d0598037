import QuiesceWire

extension ContinuedRequest {
    /// A user is shown no longer texts than fit, and no more done than there is.
    package func check() throws(WireError) {
        switch self {
        case .submit(let task, _):
            try Self.check(identifier: task.identifier)
            try Self.check(title: task.title, task.subtitle)
        case .cancel(let identifier): if let identifier { try Self.check(identifier: identifier) }
        case .report(_, let done, let title, let subtitle):
            guard (0...ContinuedTask.whole).contains(done) else {
                throw WireError.malformed(
                    "how much of a task is done is from 0 to \(ContinuedTask.whole)")
            }
            try Self.check(title: title, subtitle)
        case .complete: break
        }
    }

    private static func check(identifier: String) throws(WireError) {
        guard ContinuedTask.identifierBytes.contains(identifier.utf8.count) else {
            throw WireError.malformed(
                "a task's identifier has 1 to \(ContinuedTask.identifierBytes.upperBound) bytes")
        }
    }

    private static func check(title: String, _ subtitle: String) throws(WireError) {
        guard max(title.utf8.count, subtitle.utf8.count) <= ContinuedTask.textBytes else {
            throw WireError.malformed(
                "a task's title and subtitle have \(ContinuedTask.textBytes) bytes at most")
        }
    }
}
