import CCurl
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// One attempt at a transfer, from the daemon's `start` to what is said of its end. It makes as
/// many requests as that takes: redirects, challenges, a file's whole where its rest didn't fit.
///
/// Belongs to the loop's thread, whose callbacks from libcurl come here too.
final class Attempt: Exchange {
    /// Names this object in what disk jobs give back.
    let run: UInt64
    let id: TransferID
    let number: UInt64
    let request: TransferRequest
    let agent: Agent
    let store: BodyStore
    var upload: UploadBody?

    // MARK: The request that is under way

    /// Where to, how, and with what; redirects change it.
    var address: WebAddress
    var method: String
    var sendsBody: Bool
    /// Still at the server that credentials, cookies and `Authorization` are meant for.
    var keepsSecrets = true
    var followed = 0
    var login = Login()
    /// Responses that are the result although they lead on, as the app has said.
    var takesRedirect = false
    var takesChallenge = false
    /// The request to resume, which the reply is judged by.
    var asked = ResumeRequest()
    /// Why bytes that are there are dropped as soon as the whole comes.
    var restartReason: RestartReason?

    /// In libcurl's hands; nil: nothing is asked of a server now.
    var easy: Easy?
    /// The handle of the last request, with its cookies.
    var spare: Easy?
    var reader = HeadReader()
    var reply = Reply.awaited
    /// Why a callback ended the request.
    var abort: TransferFailure?
    var lastByte = Monotonic.now

    // MARK: The body

    /// The description of the body, once one has been begun or found.
    var head: RecordHead?
    /// Bytes that are there, those in memory too.
    var offset: UInt64 = 0
    /// Where the body of this reply ends, if that is known, and the file.
    var end: UInt64?
    var total: UInt64?
    /// Given to the disk with the next job.
    var start: BodyStart?
    /// Whether this attempt has written anything, or is about to.
    var hasBegun = false
    var block: Block?
    /// A disk job has the store.
    var isWriting = false
    /// libcurl waits until there is a block again, or until the rates allow more.
    var isPaused = false
    var resumeAt: UInt64?
    var receiving: Pacer?
    var sending: Pacer?

    // MARK: What is said

    var question: (number: UInt64, next: Next)?
    var questions: UInt64 = 0
    var ending: Ending?
    var reported: (received: UInt64, sent: UInt64) = (0, 0)

    /// The fate of the reply's body.
    enum Reply {
        /// Its head isn't whole yet.
        case awaited
        case kept
        /// Nobody wants it; that follows when it is over. `bytes` of it have come.
        case unwanted(Next, bytes: Int)
    }

    /// The step that follows a reply that isn't the result.
    enum Next {
        case redirect(RedirectPolicy.Target)
        case challenge(OfferedChallenges, isProxy: Bool)
        case certificate
        case whole(RestartReason)
        case complete
        case busy
        case fail(TransferFailure)
    }

    enum Ending {
        case finished
        case stopped
        case interrupted(TransferFailure, retryAfter: Int64?, TransferResponse?)
        /// Nobody asks any more: the daemon has gone, or has begun anew.
        case dropped
    }

    init(
        run: UInt64, id: TransferID, number: UInt64, request: TransferRequest, address: WebAddress,
        upload: UploadBody?, isKnown: Bool, agent: Agent
    ) {
        self.run = run
        self.id = id
        self.number = number
        self.request = request
        self.address = address
        self.upload = upload
        self.agent = agent
        method = request.method
        sendsBody = upload != nil
        store = BodyStore(id, in: agent.folder, checksum: request.checksum, isKnown: isKnown)
    }

    /// Only what a GET fetches can be gone on with, and only if the app didn't ask for a part
    /// itself.
    var canResume: Bool { request.method == "GET" && upload == nil && !isConditional }

    var isConditional: Bool {
        request.headers.contains {
            let name = $0.name.lowercased()
            return name == "range" || name.hasPrefix("if-")
        }
    }

    /// Begins, given what the record says.
    func begin(_ found: Record.Found?) {
        if let found, found.head.url == request.url, found.head.method == request.method,
            canResume
        {
            let there = found.offset(bodyBytes: agent.bodyBytes(id), boot: .current)
            let plan = ResumeRequest.plan(
                offset: there, validator: found.head.validator, isPlain: found.head.isPlain)
            restartReason = plan.discards
            offset = there
            head = found.head
            asked.offset = plan.offset
            asked.validator = found.head.validator
            asked.total = found.head.total
            asked.restarts = found.head.misfits
        }
        asked.isConditional = isConditional
        asked.sizeLimit = request.sizeLimit
        makeRequest()
    }

    /// Bytes that a later attempt can go on from.
    var kept: UInt64 { asked.offset }

    // MARK: The end

    func fail(
        _ failure: TransferFailure, retryAfter: Int64? = nil, response: TransferResponse? = nil
    ) {
        end(.interrupted(failure, retryAfter: retryAfter, response))
    }

    func end(_ ending: Ending) {
        if self.ending != nil {
            // Whatever it was to say, nobody wants to hear it any more.
            if case .dropped = ending { self.ending = ending }
            return
        }
        self.ending = ending
        question = nil
        takeBack()
        pump()
    }

    /// Takes the request out of libcurl's hands.
    func takeBack() {
        guard let easy else { return }
        agent.multi.remove(easy)
        spare = easy
        self.easy = nil
        isPaused = false
        resumeAt = nil
    }
}
