/// One request of an attempt, as far as its reply is judged by it.
public struct ResumeRequest: Sendable, Hashable {
    /// Bytes that are there, and whose rest was asked for; 0: the whole was.
    public var offset: UInt64
    /// The validator in `If-Range`; not nil where `offset` isn't 0.
    public var validator: EntityValidator?
    /// The file's length, where it is known from before.
    public var total: UInt64?
    /// How often the whole had to be asked for since the rest didn't fit; over when a rest did.
    public var restarts: Int
    /// The app's own headers have ranges or conditions: what they come to is the app's affair, and
    /// no rest is asked for.
    public var isConditional: Bool
    /// Bytes beyond which a body isn't taken.
    public var sizeLimit: UInt64?

    public init(
        offset: UInt64 = 0, validator: EntityValidator? = nil, total: UInt64? = nil,
        restarts: Int = 0, isConditional: Bool = false, sizeLimit: UInt64? = nil
    ) {
        self.offset = offset
        self.validator = validator
        self.total = total
        self.restarts = restarts
        self.isConditional = isConditional
        self.sizeLimit = sizeLimit
    }

    /// The request of a new attempt, given the bytes that are there.
    ///
    /// - Parameter isPlain: the bytes are the file's own, not compressed ones.
    public static func plan(
        offset: UInt64, validator: EntityValidator?, isPlain: Bool
    ) -> (offset: UInt64, discards: RestartReason?) {
        if offset == 0 { return (0, nil) }
        if !isPlain { return (0, .encodingChanged) }
        if validator == nil { return (0, .noValidator) }
        return (offset, nil)
    }
}

/// The decision about a reply, before a byte of its body is written: `docs/transfers.md`.
public enum ReplyDecision: Sendable, Hashable {
    /// Behind what is there. `end`: where the body of this reply ends.
    case append(end: UInt64, total: UInt64)
    /// From the first byte, in place of what is there; `because`: why that had to go, if there was
    /// anything.
    case takeWhole(length: UInt64?, because: RestartReason?)
    /// Nothing is missing.
    case complete
    /// Drop what is there, and ask for the whole: at most once in a row.
    case askWhole(RestartReason)
    /// Come back later; the body is no result.
    case busy
    case fail(TransferFailure)

    public init(_ reply: ReplyHead, to request: ResumeRequest) {
        if reply.bodyLength == .invalid {
            self = .fail(TransferFailure(.badServerResponse))
        } else if reply.isBusy {
            self = .busy
        } else if request.isConditional {
            self = .whole(reply, request, because: nil)
        } else {
            switch reply.status {
            case 304: self = .fail(TransferFailure(.badServerResponse, code: 304))
            case 206 where request.offset == 0:
                self = .fail(TransferFailure(.badServerResponse, code: 206))
            case 206: self = .rest(reply, request)
            case 416 where request.offset > 0: self = .unsatisfiable(reply, request)
            case _: self = .whole(reply, request, because: .replaced(reply, request))
            }
        }
    }

    private static func rest(_ reply: ReplyHead, _ request: ResumeRequest) -> ReplyDecision {
        func again(_ reason: RestartReason) -> ReplyDecision { .again(reason, request) }
        if !reply.isPlain { return again(.encodingChanged) }
        guard !reply.isMultipart, let text = reply.value("Content-Range"),
            let range = ContentRange(text), let bytes = range.bytes
        else { return again(.noContentRange) }
        if bytes.lowerBound != request.offset { return again(.rangeMismatch) }
        switch request.validator?.matches(rest: reply) {
        case .same: break
        case .other: return again(.entityChanged)
        case .unsaid, nil: return again(.noValidator)
        }
        let end = bytes.upperBound + 1
        if case .known(let length) = reply.bodyLength, length != end - request.offset {
            return again(.rangeMismatch)
        }
        // Without a total, only what ends where we know the end to be can be the rest.
        guard let total = range.total ?? request.total, request.total ?? total == total,
            end <= total, range.total != nil || end == total
        else { return again(.lengthChanged) }
        if let limit = request.sizeLimit, total > limit {
            return .fail(TransferFailure(.tooLarge))
        }
        return .append(end: end, total: total)
    }

    private static func unsatisfiable(
        _ reply: ReplyHead, _ request: ResumeRequest
    ) -> ReplyDecision {
        guard let total = reply.value("Content-Range").flatMap(ContentRange.init)?.total else {
            return again(.rangeNotSatisfiable, request)
        }
        if let known = request.total, known != total { return again(.lengthChanged, request) }
        // A 416 need not say whose it is; if it does, it must be ours.
        switch request.validator?.matches(rest: reply) {
        case .other: return again(.entityChanged, request)
        case .same, .unsaid, nil: break
        }
        return total == request.offset ? .complete : again(.rangeNotSatisfiable, request)
    }

    private static func again(_ reason: RestartReason, _ request: ResumeRequest) -> ReplyDecision {
        request.restarts == 0 ? .askWhole(reason) : .fail(TransferFailure(.serverInconsistent))
    }

    private static func whole(
        _ reply: ReplyHead, _ request: ResumeRequest, because: RestartReason?
    ) -> ReplyDecision {
        switch reply.bodyLength {
        case .known(let length):
            if let limit = request.sizeLimit, length > limit {
                return .fail(TransferFailure(.tooLarge))
            }
            return .takeWhole(length: length, because: because)
        case .unknown, .invalid:
            return .takeWhole(length: nil, because: because)
        }
    }
}

extension RestartReason {
    /// Why a reply other than the rest replaces what is there.
    fileprivate static func replaced(_ reply: ReplyHead, _ request: ResumeRequest) -> Self? {
        guard request.offset > 0 else { return nil }
        guard reply.status == 200, let ours = request.validator,
            EntityValidator(reply) == ours
        else { return .entityChanged }
        return .rangesUnsupported
    }
}
