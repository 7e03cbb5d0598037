// Transfers in plain words, for the log and `why`.

extension Reason {
    public static let transferQueued = Reason("transferQueued") { detail, _ in
        .event("it was resumed (\(detail.words(or: "a transfer")))")
    }
    public static let transferStarted = Reason("transferStarted") { detail, _ in
        .event("it is under way (\(detail.words(or: "a transfer")))")
    }
    public static let transferPaused = Reason("transferPaused") { detail, _ in
        .event("it was suspended (\(detail.words(or: "a transfer")))")
    }
    public static let transferHeld = Reason("transferHeld") { detail, now in
        .event("it waits (\(detail.words(or: "a transfer")))\(detail.until(now))")
    }
    public static let transferInterrupted = Reason("transferInterrupted") { detail, now in
        .event(
            "it was interrupted and is tried again (\(detail.words(or: "a transfer")))\(detail.until(now))"
        )
    }
    public static let transferRestarted = Reason("transferRestarted") { detail, _ in
        .event("it had to start over (\(detail.words(or: "a transfer")))")
    }
    public static let transferAsks = Reason("transferAsks") { detail, _ in
        .event("its app must answer a question first (\(detail.words(or: "a transfer")))")
    }
    public static let transferAnsweredAsUsual = Reason("transferAnsweredAsUsual") { detail, _ in
        .event(
            "its app could not be asked, so the usual answer was taken (\(detail.words(or: "a transfer")))"
        )
    }
    public static let transferFinished = Reason("transferFinished") { detail, _ in
        .event("it finished (\(detail.words(or: "a transfer")))")
    }
    public static let transferFailed = Reason("transferFailed") { detail, _ in
        .event("it failed (\(detail.words(or: "a transfer")))")
    }
    public static let transferCancelled = Reason("transferCancelled") { detail, _ in
        .event("it was cancelled (\(detail.words(or: "a transfer")))")
    }
    public static let transferHandled = Reason("transferHandled") { detail, _ in
        .event("its app has handled it (\(detail.words(or: "a transfer")))")
    }
    public static let agentEnded = Reason("agentEnded") { detail, now in
        .event(
            "the transfer agent ended (\(detail.words(or: "a transfer"))), and its transfers are tried again\(detail.until(now))"
        )
    }
    public static let unknownTransfer = Reason(
        "unknownTransfer",
        .refusal(
            "there is no unfinished transfer of that number",
            change: "see `quiesce transfers`"))
    public static let transferUnchanged = Reason(
        "transferUnchanged",
        .refusal(
            "the transfer is in that state already, or no command can end its wait",
            change: "see `quiesce transfers`"))
    public static let unknownSession = Reason(
        "unknownSession",
        .refusal(
            "it created a task in a session that is not open (X1)",
            change: "create the session first"))
    public static let tooManyTransfers = Reason(
        "tooManyTransfers",
        .refusal(
            "its owner has reached the limit of transfers (X1)",
            change: "wait until some have ended, or cancel some"))
    public static let tooManySessions = Reason(
        "tooManySessions",
        .refusal(
            "it has \(Limits.sessionsPerApp) sessions already, or the session's name is too long (X1)",
            change: "use one session for all tasks of a kind"))
    public static let launchEventsOff = Reason(
        "launchEventsOff",
        .refusal(
            "none of its sessions sets sessionSendsLaunchEvents, so it isn't launched for them",
            change: "open it, and it hears of all its transfers"))
    public static let noTransfers = Reason(
        "noTransfers",
        .refusal(
            "it has no transfers, so there is nothing to wake it for (X6)",
            change: "create a background session in the app, and resume a task of it"))

    static let ofTransfers: [Reason] = [
        .transferQueued, .transferStarted, .transferPaused, .transferHeld, .transferInterrupted,
        .transferRestarted, .transferAsks, .transferAnsweredAsUsual, .transferFinished,
        .transferFailed, .transferCancelled, .transferHandled, .agentEnded, .unknownTransfer,
        .transferUnchanged, .unknownSession, .tooManyTransfers, .tooManySessions, .launchEventsOff,
        .noTransfers,
    ]
}

extension Detail? {
    fileprivate func until(_ now: Moment?) -> String {
        let until: Instant?
        switch self {
        case .transfer(.held(_, _, let at)), .transfer(.agent(_, let at)): until = at
        case .transfer(.retry(_, _, let at)): until = at
        case _: until = nil
        }
        guard let until, let now else { return "" }
        return ", in \(max(.zero, until - now.instant).spoken)"
    }
}

extension TransferWait {
    /// The wait in words, as the end of "it …".
    public var words: String {
        switch self {
        case .suspended: "is suspended"
        case .network: "waits for a network"
        case .wifi: "waits for Wi-Fi"
        case .power: "waits for power, as the battery is low"
        case .earliestBegin: "waits for the begin date that its app set"
        case .retry: "is tried again after a failure"
        case .host: "waits before its host is tried again"
        case .relaunchLimit:
            "is delayed, because its app was launched in the background often since the user last opened it"
        case .hostLimit: "waits for other transfers of its session to that host"
        case .sessionLimit: "waits for other transfers of its session"
        case .deviceLimit: "waits for other transfers on this device"
        case .space: "waits for room on the disk"
        case .agent: "waits for the transfer agent"
        case .answer: "waits for its app to answer a question"
        case .placing: "is being moved into place"
        case .delivery: "waits to be delivered to its app"
        case .lowPowerMode: "waits until Low Power Mode is off"
        }
    }

    var rule: Rule {
        switch self {
        case .suspended: .x1
        case .wifi, .power, .lowPowerMode: .x4
        case .network, .retry, .host, .space, .agent: .x2
        case .earliestBegin, .hostLimit, .sessionLimit, .deviceLimit: .x9
        case .relaunchLimit: .x6
        case .answer, .placing, .delivery: .x5
        }
    }
}

extension TransferView {
    /// The wait and its reason in words, as the end of "it …"; nil: it runs.
    var waitWords: String? {
        guard let wait else { return nil }
        switch (wait, failure) {
        case (.retry, let failure?): return "\(wait.words) (\(failure.words))"
        case (.host, let failure?):
            return isAsked
                ? "waits, because its host asked for a later try (\(failure.words))"
                : "waits, because other transfers with its host failed (\(failure.words))"
        case (_, _): return wait.words
        }
    }
}

extension TransferFailure {
    /// With what its number says, in words; libcurl's own stay where no word of ours is as exact.
    public var words: String {
        guard let code else { return kind.words }
        switch kind {
        case .cannotConnect: return Self.connectionWords(errno: code) ?? kind.words
        // libcurl's: it was the proxy's name.
        case .hostNotFound where code == 5: return "can't resolve the proxy's name"
        case .badStatus, .serverBusy: return "\(kind.words) \(Self.statusWords(code))"
        case .badServerResponse: return "\(kind.words) (libcurl's error \(code))"
        case .noSpace, .diskFailed, .fileMissing, .fileRefused:
            return "\(kind.words) (\(Self.fileWords(errno: code)))"
        // EFBIG
        case .tooLarge where code == 27:
            return "it is larger than the disk has room for, even empty"
        case .hostNotFound, .connectionLost, .timedOut, .secureConnectionFailed, .agentEnded,
            .serverCertificateUntrusted, .clientCertificateRejected, .tooManyRedirects,
            .redirectRefused, .serverInconsistent, .tooLarge, .authenticationRequired,
            .authenticationCancelled, .checksumMismatch, .badURL, .unsupportedURL, .fileChanged,
            .requestLost, .resourceTimedOut, .cancelled, .forceQuit:
            return kind.words
        }
    }

    /// Linux's numbers for why nobody took a connection.
    private static func connectionWords(errno: Int) -> String? {
        let words: [Int: String] = [
            111: "connection refused", 101: "network unreachable", 113: "no route to host",
            110: "connection timed out", 104: "connection reset",
        ]
        return words[errno]
    }

    /// Linux's numbers for why a file can't be used.
    private static func fileWords(errno: Int) -> String {
        let words: [Int: String] = [
            1: "operation not permitted", 2: "no such file or folder", 5: "input/output error",
            13: "permission denied", 20: "not a folder", 21: "a folder", 27: "file too large",
            28: "no space left", 30: "read-only file system", 36: "name too long",
            40: "a symbolic link", 122: "quota exceeded",
        ]
        return words[errno] ?? "errno \(errno)"
    }

    /// `404 Not Found`
    private static func statusWords(_ status: Int) -> String {
        let words: [Int: String] = [
            400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
            404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
            407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
            410: "Gone", 412: "Precondition Failed", 421: "Misdirected Request",
            425: "Too Early", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
            500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
            503: "Service Unavailable", 504: "Gateway Timeout",
        ]
        return words[status].map { "\(status) \($0)" } ?? "\(status)"
    }
}

extension TransferFailure.Kind {
    public var words: String {
        switch self {
        case .hostNotFound: "can't resolve host"
        case .cannotConnect: "can't connect"
        case .connectionLost: "connection lost"
        case .timedOut: "no answer in time"
        case .secureConnectionFailed: "TLS handshake failed"
        case .serverBusy: "the server answered"
        case .badStatus: "the server answered"
        case .agentEnded: "the transfer agent ended"
        case .noSpace: "there is no room on the disk"
        case .serverCertificateUntrusted: "the server's certificate is not trusted"
        case .clientCertificateRejected: "the client's certificate was refused"
        case .tooManyRedirects: "it was redirected too often"
        case .redirectRefused: "the server redirected to a URL that is not allowed"
        case .badServerResponse: "the server's answer is invalid"
        case .serverInconsistent: "the server's answers contradict each other"
        case .tooLarge: "the server sent more than it announced, or more than is allowed"
        case .authenticationRequired: "credentials are required"
        case .authenticationCancelled: "no credentials were given"
        case .checksumMismatch: "the file does not match its checksum"
        case .badURL: "the URL can't be read"
        case .unsupportedURL: "the URL's scheme is not supported"
        case .fileMissing: "the file to upload is gone"
        case .fileRefused: "the file to upload is not a regular file"
        case .fileChanged: "the file to upload has changed"
        case .diskFailed: "the disk failed"
        case .requestLost: "the request was lost"
        case .resourceTimedOut: "it took longer than its timeout allows"
        case .cancelled: "it was cancelled"
        case .forceQuit: "the user force-quit its app"
        }
    }
}

extension RestartReason {
    public var words: String {
        switch self {
        case .entityChanged: "the server has another version"
        case .noValidator: "the server does not say which version it has"
        case .rangesUnsupported: "the server sends only whole files"
        case .rangeMismatch: "the server sent another part than the one asked for"
        case .lengthChanged: "the file's length changed"
        case .noContentRange: "the server did not say which part it sent"
        case .rangeNotSatisfiable: "the server does not have the rest"
        case .encodingChanged: "the server sent it encoded"
        }
    }
}
