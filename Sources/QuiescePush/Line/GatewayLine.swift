import CCurl
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol

/// The line to the gateway: one connection with the endless response on it, which is made again
/// whenever it breaks; tokens and acknowledgements go over the same. Belongs to the loop's thread.
package final class GatewayLine {
    private enum State {
        /// There is no gateway.
        case off
        /// In `Monotonic` nanoseconds.
        case waiting(until: UInt64)
        /// The gateway hasn't said yet that it is this device's line.
        case connecting(GatewayConnection)
        case connected(GatewayConnection, since: UInt64)
    }

    private let say: (PushReport) -> Void
    private let isDaemonBehind: () -> Bool
    private let watch: (Int32) -> Void
    private var state = State.off
    private var account: GatewayAccount?
    /// The greatest sequence of its that came. The gateway is told: if its store has lost its end,
    /// it gives nothing new a number that the device has had.
    private var last: UInt64 = 0
    private var backoff = Backoff()
    private var splitter = LineSplitter(limit: Limits.lineBytes)
    /// The endless one.
    private var pushes: Request?
    private var isPaused = false
    /// Found in what came over the line, which is ended for it as soon as libcurl lets it be.
    private var trouble: String?
    private var tokens = TokenQueue()
    private var isAskingForToken = false
    private var acknowledged: [UInt64] = []
    private var isAcknowledging = false

    /// - Parameter watch: watches a descriptor, `work` is called when it is readable.
    package init(
        say: @escaping (PushReport) -> Void, isDaemonBehind: @escaping () -> Bool,
        watch: @escaping (Int32) -> Void
    ) {
        self.say = say
        self.isDaemonBehind = isDaemonBehind
        self.watch = watch
    }

    package var deadline: UInt64? {
        switch state {
        case .off: nil
        case .waiting(let until): until
        case .connecting(let connection), .connected(let connection, _): connection.deadline
        }
    }

    // MARK: What the daemon wants

    /// Connects, at once if it waits to. What is connected is asked whether it still is: the
    /// network may be another one.
    package func connect(_ account: GatewayAccount, last: UInt64) {
        guard account == self.account else {
            disconnect()
            self.account = account
            self.last = last
            backoff.reset()
            return open()
        }
        switch state {
        case .off, .waiting, .connecting:
            close()
            backoff.reset()
            open()
        case .connected:
            if !isAcknowledging { send(acknowledgements: []) }
        }
    }

    package func disconnect() {
        close()
        account = nil
        tokens = TokenQueue()
        state = .off
    }

    package func ask(_ request: TokenQueue.Request) {
        tokens.add(request)
        goOnWithTokens()
    }

    package func acknowledge(_ sequences: [UInt64]) {
        // Those of a line that has ended come again on the next.
        guard case .connected = state else { return }
        acknowledged += sequences
        goOnAcknowledging()
    }

    /// The daemon reads again.
    package func goOn() {
        guard isPaused else { return }
        isPaused = false
        pushes?.goOn()
    }

    package func work() {
        switch state {
        case .off: break
        case .waiting(let until): if Monotonic.now >= until { open() }
        case .connecting(let connection), .connected(let connection, _): connection.work()
        }
        if let trouble { fail(trouble) }
    }

    // MARK: The connection

    private func open() {
        guard let account else { return }
        let connection = GatewayConnection(Endpoint(account))
        state = .connecting(connection)
        watch(connection.epoll)
        splitter = LineSplitter(limit: Limits.lineBytes)
        pushes = connection.request(
            "GET", "/device/pushes", headers: ["Last-Event-ID: \(last)"],
            takeBytes: { [unowned self] in took($0) },
            done: { [unowned self] result in
                if case .response(200, _) = result {
                    return fail(trouble ?? "it closed the connection")
                }
                fail(trouble ?? result.trouble)
            })
        connection.work()
    }

    private func close() {
        switch state {
        case .off, .waiting: break
        case .connecting(let connection), .connected(let connection, _): connection.close()
        }
        pushes = nil
        isPaused = false
        trouble = nil
        isAskingForToken = false
        isAcknowledging = false
        acknowledged.removeAll()
        tokens.keepRetired()
    }

    /// Ends the line and tries again later.
    private func fail(_ why: String) {
        guard account != nil else { return }
        if case .waiting = state { return }
        if case .connected(_, let since) = state,
            Monotonic.now - since >= Limits.soundConnectionMilliseconds * 1_000_000
        {
            backoff.reset()
        }
        close()
        state = .waiting(until: Monotonic.now + backoff.next() * 1_000_000)
        say(.disconnected(why))
    }

    // MARK: What comes over it

    private func took(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard trouble == nil else { return 0 }
        if isDaemonBehind() {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        do {
            for line in try splitter.add(bytes) { try take(PushLine(line)) }
            return bytes.count
        } catch let error as NotOurs {
            trouble = error.why
        } catch is LineSplitter.TooLong {
            trouble = "it sent a line of more than \(Limits.lineBytes) bytes"
        } catch {
            trouble = "it sent an invalid push"
        }
        return 0
    }

    private struct NotOurs: Error {
        var why: String
    }

    private func take(_ line: PushLine) throws {
        switch (line, state) {
        case (.hello(let device), .connecting(let connection)):
            guard device == account?.device else {
                throw NotOurs(why: "it answered for another device, \(device.prefix(64))")
            }
            state = .connected(connection, since: Monotonic.now)
            say(.connected)
            goOnWithTokens()
        case (.push(let push), .connected):
            last = max(last, push.sequence)
            say(.received(push))
        case (.hello, _), (.push, _): throw NotOurs(why: "it sent an unexpected message")
        }
    }

    // MARK: What goes over it

    private func goOnWithTokens() {
        guard case .connected(let connection, _) = state, !isAskingForToken,
            let request = tokens.first
        else { return }
        isAskingForToken = true
        switch request {
        case .request(let topic):
            connection.request("POST", "/device/tokens", json: TokenRequest(topic: topic)) {
                [unowned self] in tokenCame(of: topic, $0)
            }
        case .retire(let topic):
            connection.request("DELETE", "/device/tokens/\(topic)") { [unowned self] in
                tokenWent(of: topic, $0)
            }
        }
    }

    private func tokenCame(of topic: String, _ result: Request.Result) {
        guard case .response(let status, let body) = result, status < 500, status != 429 else {
            return fail(result.trouble)
        }
        tokens.removeFirst()
        isAskingForToken = false
        if status == 200, let token = try? IssuedToken.read(body) {
            say(.issued(topic: topic, token: token.token))
        } else {
            say(.refused(topic: topic, why: result.trouble))
        }
        goOnWithTokens()
    }

    private func tokenWent(of topic: String, _ result: Request.Result) {
        guard case .response(let status, _) = result, status < 500, status != 429 else {
            return fail(result.trouble)
        }
        tokens.removeFirst()
        isAskingForToken = false
        say(.retired(topic: topic))
        goOnWithTokens()
    }

    /// Those that come while some are on their way go together with the next request.
    private func goOnAcknowledging() {
        guard !isAcknowledging, !acknowledged.isEmpty else { return }
        let sequences = Array(acknowledged.prefix(Limits.acknowledgedAtOnce))
        acknowledged.removeFirst(sequences.count)
        send(acknowledgements: sequences)
    }

    private func send(acknowledgements sequences: [UInt64]) {
        guard case .connected(let connection, _) = state else { return }
        isAcknowledging = true
        connection.request(
            "POST", "/device/acknowledgements", json: Acknowledgements(sequences: sequences)
        ) { [unowned self] result in
            guard case .response(204, _) = result else { return fail(result.trouble) }
            isAcknowledging = false
            goOnAcknowledging()
        }
    }
}
