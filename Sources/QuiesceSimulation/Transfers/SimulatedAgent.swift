import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// The transfer agent of a simulated device: a process of its own, which may be killed at any
/// moment, and what it has on the disk. What it does about a reply are the core's own decisions.
///
/// Bytes come at a steady rate, so that how many there are is worked out only when it matters.
struct SimulatedAgent {
    /// The stage of the agent's process; nil: there is none.
    enum Stage { case starting, running }

    /// The files of one transfer in the agent's folder.
    struct Files {
        var body = FileRuns()
        /// The request that the bytes came for: the bytes are of no use to another request.
        var url = ""
        var method = ""
        /// Bytes that can be relied on after SIGKILL, and after a power cut.
        var written: UInt64 = 0
        var synced: UInt64 = 0
        var validator: EntityValidator?
        var total: UInt64?
        var isPlain = true
        /// The one that the bytes came with.
        var response: TransferResponse?
        /// All of it is there, as this response said.
        var finished: (file: TransferredFile, response: TransferResponse)?
        /// The device has started since.
        var isOfEarlierBoot = false
    }

    struct Attempt {
        var number: UInt64
        var request: TransferRequest
        /// Where its redirects have led.
        var url: String
        var upload: UInt64 = 0
        var redirects = 0
        /// How often it asked for the whole since the rest didn't fit, and why.
        var restarts = 0
        var restartedBecause: RestartReason?
        var discarded: UInt64 = 0
        var hasCredential = false
        /// A response is the result although it leads on, as the app has said, or as nobody has
        /// answered.
        var takesChallenge = false
        var takesRedirect = false
        var question: Question?
        var flow: Flow?
    }

    struct Question {
        var number: UInt64
        var redirect: WebAddress?
        var reply: SimulatedServer.Reply
    }

    /// Bytes on their way.
    struct Flow {
        var reply: SimulatedServer.Reply
        /// Where its first byte goes.
        var offset: UInt64
        var began: AwakeInstant
        /// Bytes a second.
        var rate: UInt64
        /// The connection is cut after so many.
        var cutAfter: UInt64?
        /// In an upload, the bytes that go out before anything comes in.
        var isOut = false

        var sends: UInt64 { min(reply.sends, cutAfter ?? .max) }

        func arrived(by now: AwakeInstant) -> UInt64 {
            let time = UInt64(clamping: (now - began).nanoseconds / 1_000_000)
            return min(sends, time * rate / 1_000)
        }

        /// Until all of it is there.
        var lasts: Interval {
            .milliseconds(Int64(clamping: sends * 1_000 / rate) + 1)
        }
    }

    /// Bytes that are gathered before they are written, and written before they are synced.
    static let block: UInt64 = 4 * 1024 * 1024
    static let syncedAtOnce: UInt64 = 16 * block

    var stage: Stage?
    /// Grows with each process; what was meant for an earlier one is lost.
    var life = 0
    /// Grows when the daemon lets it go or ends: whatever is on the way to that daemon is lost.
    var socket = 0
    var attempts: [TransferID: Attempt] = [:]
    var files: [TransferID: Files] = [:]
    var lastQuestion: UInt64 = 0
    /// It dies as soon as it has started, so many times more.
    var crashes = 0
    /// Bugs that tests plant: whatever comes is taken for the rest of what is there; after its
    /// death it doesn't know what it had written.
    var appendsBlindly = false
    var losesRecords = false

    /// Puts what has arrived of an attempt's bytes into its file.
    ///
    /// - Parameter flushing: also what is still being gathered.
    mutating func write(_ id: TransferID, by now: AwakeInstant, flushing: Bool) {
        guard let flow = attempts[id]?.flow, !flow.isOut, var file = files[id] else { return }
        let end = flow.offset + flow.arrived(by: now)
        let written = flushing ? end : max(flow.offset, end - end % Self.block)
        guard written >= file.body.count else { return }
        let missing = written - file.body.count
        let from = flow.reply.body.start + (file.body.count - flow.offset)
        file.body.append(.init(version: flow.reply.body.version, start: from, count: missing))
        file.written = written
        file.synced = max(file.synced, written - written % Self.syncedAtOnce)
        if flushing { file.synced = written }
        files[id] = file
    }

    /// The process is gone: what of an attempt hadn't been written is lost.
    mutating func die(at now: AwakeInstant, flushing: Bool) {
        for id in attempts.keys { write(id, by: now, flushing: flushing) }
        if losesRecords { for id in attempts.keys { files[id]?.written = 0 } }
        attempts = [:]
        stage = nil
        life += 1
    }

    /// The power is cut: what wasn't synced may be there, or anything else.
    mutating func losePower(at now: AwakeInstant) {
        die(at: now, flushing: false)
        for id in files.keys where files[id]?.finished == nil {
            files[id]?.isOfEarlierBoot = true
            guard let file = files[id], file.synced < file.body.count else { continue }
            let count = file.body.count - file.synced
            files[id]?.body.truncate(to: file.synced)
            files[id]?.body.append(.init(version: .garbage, start: file.synced, count: count))
        }
    }

    /// Returns how many bytes of a transfer can be relied on, when an attempt begins.
    mutating func reliable(_ id: TransferID) -> UInt64 {
        guard var file = files[id] else { return 0 }
        let kept = file.isOfEarlierBoot ? file.synced : file.written
        file.body.truncate(to: kept)
        file.written = kept
        file.isOfEarlierBoot = false
        files[id] = file
        return kept
    }

    /// - Returns: how many bytes of no use there were.
    mutating func discard(_ id: TransferID) -> UInt64 {
        let gone = files[id]?.body.count ?? 0
        var files = Files()
        if let request = attempts[id]?.request {
            (files.url, files.method) = (request.url, request.method)
        }
        self.files[id] = files
        return gone
    }

    /// Whether what there is of it was asked for by another request: a task may go on from kept
    /// bytes with another URL.
    func isOfAnother(_ id: TransferID, _ request: TransferRequest) -> Bool {
        guard let files = files[id] else { return false }
        return files.url != request.url || files.method != request.method
    }
}
