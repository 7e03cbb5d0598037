/// An event of transfers. Requests of apps are numbered with their other requests, and acknowledged
/// once they are on disk.
// derive: cases
public enum TransferEvent: Sendable, Hashable {
    // Apps
    case requested(AppID, Launch, request: UInt64, StoredSessionRequest)
    // The user, through tools
    indirect case get(NewTransfer, SessionSettings, Ticket)
    case control(TransferID, TransferCommand, Ticket)
    // The agent
    case agentStarted
    case agentEnded(ExitStatus?)
    case responded(TransferID, attempt: UInt64, ReplyOutcome)
    case asked(TransferID, attempt: UInt64, question: UInt64, TransferQuestion)
    /// `response`: the head of what the server answered, if it did; the shell has stored it.
    case finished(TransferID, attempt: UInt64, TransferredFile, response: PayloadHandle)
    case interrupted(
        TransferID, attempt: UInt64, TransferFailure, received: UInt64, retryAfter: Interval?,
        response: PayloadHandle?)
    case stopped(TransferID, attempt: UInt64, received: UInt64)
    // The shell
    /// `TransferEffect.place` is done; nil: the file is in its place. `copy`: as in
    /// `TransferredFile`.
    case placed(TransferID, TransferFailure?, copy: Int?)
    /// The app's request can't be kept: the disk is full, or failed.
    case notStored([TransferID], Reason)
}

/// A step of the shell for transfers.
// derive: cases written
public enum TransferEffect: Sendable, Hashable {
    /// Starts the agent's process; `agentStarted` once it says that it is ready.
    case startAgent
    /// The agent is to make an attempt; what is requested is in the payload.
    case start(TransferID, attempt: UInt64, PayloadHandle)
    /// It is to end the attempt, keep the bytes, and say so.
    case stop(TransferID, attempt: UInt64)
    /// It is to delete what it has of the transfer, whatever it does with it. At the daemon's
    /// start, too: what belongs to no transfer goes.
    case forget(TransferID)
    /// The app's answer, which the shell kept. `usual`: nobody can be asked.
    case answer(TransferID, attempt: UInt64, question: UInt64, usual: Bool)
    /// Moves the finished file to where its owner finds it; `placed` follows. Done before is done.
    case place(TransferID, TransferOwner, PayloadHandle)
    /// Tells the app which tasks the session has.
    case tellSession(AppID, Launch, session: String)
}

/// The shell's work for transfers after the commit.
// derive: cases written
public enum TransferPromise: Sendable, Hashable {
    /// Deletes what `TransferEffect.place` put into an app's container, if it is still there; at
    /// the daemon's start, too. After a power cut before the commit its verdict is told again, and
    /// needs the file.
    case unplace(TransferID, AppID)
}

/// A callback about transfers. What else belongs to it (file, response, question), the shell adds
/// from the transfer when it sends it.
// derive: cases
public enum TransferCall: Sendable, Hashable {
    /// handleEventsForBackgroundURLSession (X6)
    case handleEvents(WakeID, session: String)
    case ask(TransferID, session: String, task: UInt64, question: UInt64)
    /// didFinishDownloadingTo and didComplete (X5)
    case completed(TransferID, session: String, task: UInt64)
    /// urlSessionDidFinishEvents (X6)
    case finishedEvents(session: String)
}

extension TransferCall: CapabilityCall {
    var name: String {
        switch self {
        case .handleEvents: "handleEventsForBackgroundURLSession"
        case .ask: "didReceiveChallenge"
        case .completed: "didComplete"
        case .finishedEvents: "urlSessionDidFinishEvents"
        }
    }

    var wake: WakeID? { if case .handleEvents(let wake, _) = self { wake } else { nil } }
}

extension TransferEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .requested(let app, let launch, let request, _): (app, launch, request)
        case .get, .control, .agentStarted, .agentEnded, .responded, .asked, .finished,
            .interrupted, .stopped, .placed, .notStored:
            nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .get(_, _, let ticket): (ticket, .obliges)
        case .control(_, _, let ticket): (ticket, .ends)
        case .requested, .agentStarted, .agentEnded, .responded, .asked, .finished, .interrupted,
            .stopped, .placed, .notStored:
            nil
        }
    }

    /// The payload that the shell has stored for it, to be dropped or kept by what the core says.
    package var payload: PayloadHandle? {
        switch self {
        case .requested(_, _, _, .create(let new)), .get(let new, _, _): new.request.handle
        case .finished(_, _, _, let response): response
        case .interrupted(_, _, _, _, _, let response): response
        case .requested, .control, .agentStarted, .agentEnded, .responded, .asked, .stopped,
            .placed, .notStored:
            nil
        }
    }
}
