/// One transfer: what its owner and the shell see of it, and all that survives a restart.
// derive: json written
public struct Transfer: Sendable, Hashable {
    public var id: TransferID
    public var owner: TransferOwner
    public var session: String
    public var task: UInt64
    public var kind: TransferKind
    public var origin: String
    public var request: PayloadHandle
    public var priority: Int
    public var earliestBegin: WallTime?
    public var description: String?
    /// Begun out of the user's sight, or its session says so (X4).
    public var isDiscretionary: Bool
    public var created: WallTime
    public var stage: Stage
    /// nil: those of its session.
    public var settings: SessionSettings?
    /// When it was first resumed: the time for the whole counts from there.
    public var resumed: WallTime?
    /// Its place, by when it was first resumed, then by when it ended.
    public var order: UInt64 = 0

    // derive: cases
    public enum Stage: Sendable, Hashable {
        /// Made, or suspended by its app or the user (X1).
        case suspended
        /// Wants to run.
        case queued
        /// The agent has all of it; its owner doesn't yet.
        case placing(TransferredFile, response: PayloadHandle)
        /// It has its one verdict, and is kept until the app's callbacks have returned. `file`: nil
        /// where there is no body.
        case ended(TransferOutcome)
        /// Cancelled, and its verdict handled; the bytes are kept for another task.
        case kept
    }
}

extension Transfer {
    /// Everything that the shell keeps for it, and deletes with it.
    package var payloads: [PayloadHandle] {
        switch stage {
        case .placing(_, let response), .ended(.finished(_, let response)): [request, response]
        case .ended(.failed(_, _, let response?)): [request, response]
        case .suspended, .queued, .kept, .ended(.failed), .ended(.cancelled): [request]
        }
    }
}

/// The one verdict on a transfer.
// derive: cases
public enum TransferOutcome: Sendable, Hashable {
    case finished(TransferredFile, response: PayloadHandle)
    case failed(TransferFailure, received: UInt64, response: PayloadHandle?)
    /// `resumable`: the bytes are kept for another task.
    case cancelled(TransferFailure.Kind, received: UInt64, resumable: Bool)
}

/// Why a transfer that wants to run doesn't. Stable words.
// derive: json
public enum TransferWait: String, Sendable, Hashable, CaseIterable {
    /// Its app or the user suspended it.
    case suspended
    /// There is no network, or none that it may use.
    case network, wifi
    /// Discretionary, and the battery is low (X4).
    case power
    case earliestBegin
    /// After a failure; the moment is known.
    case retry
    /// Its host asked for it with Retry-After, or keeps failing: the moment is known.
    case host
    /// Its app was launched often in the background of late; the moment is known.
    case relaunchLimit
    /// As many as may run at once do: for this host, this session, or the device.
    case hostLimit, sessionLimit, deviceLimit
    /// No room on the disk.
    case space
    /// The agent is being started again.
    case agent
    /// The app must answer a question.
    case answer
    /// The file is being moved to its owner.
    case placing
    /// The app hasn't taken its verdict yet.
    case delivery
    /// Discretionary, and Low Power Mode is on (X4).
    case lowPowerMode
}

/// The part of a session that survives a restart.
// derive: json written
public struct TransferSession: Sendable, Hashable {
    public var app: AppID
    public var identifier: String
    public var settings: SessionSettings

    public init(app: AppID, identifier: String, settings: SessionSettings) {
        self.app = app
        self.identifier = identifier
        self.settings = settings
    }
}
