import QuiesceCore
import QuiesceWire

// A transfer, as tools are told it, but for the parts that only its request tells: its URL and its
// bytes so far.

extension TransferRow {
    /// - Parameter url: as it may be shown.
    package init(_ view: TransferView, url: String, at now: Moment) {
        let transfer = view.transfer
        let app: AppID? = if case .app(let app) = transfer.owner { app } else { nil }
        self.init(
            transfer: transfer.id.value, app: app?.name,
            session: app == nil ? nil : transfer.session,
            kind: transfer.kind.rawValue, url: url, state: "waiting", sentence: "",
            discretionary: transfer.isDiscretionary, attempts: view.attempts)
        since = view.since.iso8601
        until = view.until.map { (now.wall + ($0 - now.instant)).iso8601 }
        if view.attempts > 0 { received = view.received }
        switch transfer.stage {
        case .suspended, .queued:
            if view.runningAttempt != nil, view.wait == nil {
                state = "running"
                sentence = "running"
            } else {
                wait = view.wait?.rawValue
                failure = view.failure?.kind.rawValue
                code = view.failure?.code
                sentence = view.sentence ?? "queued"
            }
        case .placing(let file, _):
            state = "placing"
            sentence = TransferWait.placing.sentence(isDiscretionary: false)
            wait = view.wait?.rawValue
            status = file.status
        case .ended(let outcome):
            note(outcome)
            if view.wait == .delivery {
                wait = TransferWait.delivery.rawValue
                sentence += "; " + TransferWait.delivery.sentence(isDiscretionary: false)
            }
        case .kept:
            state = "kept"
            sentence = "cancelled; its bytes are kept for another task"
        }
    }

    private mutating func note(_ outcome: TransferOutcome) {
        switch outcome {
        case .finished(let file, _):
            state = "finished"
            sentence =
                file.status == 200 || file.status == 206
                ? "done" : "done, with status \(file.status)"
            status = file.status
            received = file.size
            expected = file.size
        case .failed(let failure, let bytes, _):
            state = "failed"
            sentence = failure.words
            self.failure = failure.kind.rawValue
            code = failure.code
            received = bytes
        case .cancelled(let kind, let bytes, _):
            state = "cancelled"
            sentence = TransferFailure(kind).words
            self.failure = kind.rawValue
            received = bytes
        }
    }
}

extension TransferView {
    /// The obstacle that the transfer waits for and why, without times; nil: the transfer runs.
    fileprivate var sentence: String? {
        switch (wait, failure) {
        case (.retry, let failure?): "\(failure.words); to be tried again"
        case (.host, let failure?):
            isAsked
                ? "\(failure.words); its server asked for a later try; to be tried"
                : "another transfer to its server failed (\(failure.words)); to be tried"
        case (let wait?, _): wait.sentence(isDiscretionary: transfer.isDiscretionary)
        case (nil, _): nil
        }
    }
}

extension TransferWait {
    /// In words, without times.
    package func sentence(isDiscretionary: Bool) -> String {
        let words =
            switch self {
            case .suspended: "paused"
            case .network: "waiting for a network"
            case .wifi: "waiting for Wi-Fi"
            case .power: "waiting for power, or a fuller battery"
            case .earliestBegin: "to begin later, as its app asked"
            case .retry: "to be tried again"
            case .host: "waiting for its server; to be tried"
            case .relaunchLimit: "delayed, because its app was launched in the background often"
            case .hostLimit: "waiting for other transfers to the same server"
            case .sessionLimit: "waiting for other transfers of its session"
            case .deviceLimit: "waiting for other transfers"
            case .space: "waiting for room on the disk"
            case .agent: "waiting for the transfer agent to start"
            case .answer: "waiting for its app's answer"
            case .placing: "the file is being moved into place"
            case .delivery: "waiting to be delivered to its app"
            case .lowPowerMode: "waiting until Low Power Mode is off"
            }
        let isOfPolicy = self == .wifi || self == .power || self == .lowPowerMode
        return isDiscretionary && isOfPolicy ? "discretionary: \(words)" : words
    }
}

extension LogRow {
    /// Those decisions that are about one transfer, with their words.
    package static func chain(_ decisions: [Decision], of transfer: TransferID) -> [LogRow] {
        let itsOwn = decisions.filter {
            if case .transfer(let detail) = $0.detail { detail.transfer == transfer } else { false }
        }
        return itsOwn.map(LogRow.init(explaining:))
    }
}
