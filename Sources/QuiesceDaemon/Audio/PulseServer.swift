import CPulse
import Glibc
import QuiesceCore

/// One connection after the other to the sound server, by libpulse. It asks what the server has,
/// hears of each change, and says it as news; whose a stream is, and what is done about it, is
/// decided on the daemon's loop. Belongs to the sound server's thread.
final class PulseServer {
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private let loop: OpaquePointer
    private let orders: Inbox<PulseThread.Order>
    private let news: Inbox<HeardSound>
    private(set) var context: OpaquePointer?
    /// Grows with each connection.
    private(set) var life = 0
    /// Clients and streams that the server is to be asked about, each once.
    var questions = PulseQuestions()
    /// Lists that are still to come before the server counts as there.
    var listsToCome = 0
    var name = ""
    var known = SoundKnown()
    /// Orders to mute or unmute that aren't answered yet; answers come in their order.
    var muting: [UInt32] = []
    var meters: [UInt32: PulseMeter] = [:]
    /// The stream whose meter was made anew last, until it tells something.
    var renewed: UInt32?
    /// Those that are to be measured.
    var measured: Set<UInt32> = []
    /// The server has these for an answer.
    private var milliseconds = 0
    private var answer: PulseTimer!
    private(set) var pause: PulseTimer!
    private(set) var silence: PulseTimer!
    private(set) var meterCheck: PulseTimer!
    private var hasEnded = false

    init(
        _ loop: OpaquePointer, orders: Inbox<PulseThread.Order>, news: Inbox<HeardSound>
    ) {
        self.loop = loop
        self.orders = orders
        self.news = news
        api = pa_mainloop_get_api(loop)
        answer = PulseTimer(api) { [unowned self] in fail("it doesn't answer") }
        pause = PulseTimer(api) { [unowned self] in ask() }
        silence = PulseTimer(api) { [unowned self] in lookForSilence() }
        meterCheck = PulseTimer(api) { [unowned self] in checkMeters() }
    }

    var me: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func at(_ context: UnsafeMutableRawPointer?) -> PulseServer? {
        context.map { Unmanaged<PulseServer>.fromOpaque($0).takeUnretainedValue() }
    }

    func tell(_ news: SoundNews) { self.news.add(HeardSound(life: life, news: news)) }

    // MARK: The thread

    /// Does as it is ordered until it is told to end.
    func run() {
        let watch = api.pointee.io_new?(
            api, orders.descriptor, PA_IO_EVENT_INPUT,
            { _, _, _, _, context in PulseServer.at(context)?.takeOrders() }, me)
        while !hasEnded, pa_mainloop_iterate(loop, 1, nil) >= 0 {}
        // Writes the last orders, as far as the server takes them without being waited for.
        for _ in 0..<16 where pa_mainloop_iterate(loop, 0, nil) > 0 {}
        drop()
        if let watch { api.pointee.io_free?(watch) }
        answer.clear()
        pause.clear()
        silence.clear()
        meterCheck.clear()
    }

    func end() { hasEnded = true }

    private func takeOrders() { for order in orders.take() { order(self) } }

    // MARK: The connection

    /// Begins to connect, in place of a connection before.
    ///
    /// - Parameter patience: seconds that the server has for an answer.
    func connect(to socket: String, life: Int, patience: Int) {
        drop()
        self.life = life
        milliseconds = patience * 1_000
        guard let made = pa_context_new(api, "Quiesce") else {
            return fail("libpulse has no memory")
        }
        context = made
        pa_context_set_state_callback(
            made, { PulseServer.at($1)?.stateChanged($0) }, me)
        pa_context_set_subscribe_callback(
            made, { PulseServer.at($3)?.changed($0, $1, $2) }, me)
        answer.set(milliseconds: milliseconds)
        guard pa_context_connect(made, "unix:\(socket)", PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            // Its state says so, too, but not always.
            return lost()
        }
    }

    /// Ends the connection without a word.
    func drop() {
        for meter in meters.values { meter.end() }
        meters = [:]
        renewed = nil
        measured = []
        questions = PulseQuestions()
        muting = []
        listsToCome = 0
        known = SoundKnown()
        name = ""
        answer.clear()
        pause.clear()
        silence.clear()
        meterCheck.clear()
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    func fail(_ why: String) {
        drop()
        tell(.gone(.failed(why)))
    }

    private func lost() {
        guard let context else { return }
        let error = pa_context_errno(context)
        let words = pa_strerror(error).map { String(cString: $0) } ?? "error \(error)"
        drop()
        let isRefused = error == CInt(PA_ERR_CONNECTIONREFUSED.rawValue)
        tell(.gone(isRefused ? .refused : .failed(words)))
    }

    private func stateChanged(_ context: OpaquePointer?) {
        guard let context, context == self.context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY: begin(context)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lost()
        case _: break
        }
    }

    // MARK: Patience

    /// Something was asked: the server has some seconds for an answer.
    ///
    /// - Returns: false: it couldn't be asked, and the connection has ended.
    @discardableResult
    func asked(_ operation: OpaquePointer?) -> Bool {
        guard let operation else {
            lost()
            return false
        }
        pa_operation_unref(operation)
        questions.underWay += 1
        if !answer.isSet { answer.set(milliseconds: milliseconds) }
        return true
    }

    /// It has answered, so it lives.
    func answered() {
        questions.underWay -= 1
        if questions.underWay > 0 {
            answer.set(milliseconds: milliseconds)
        } else {
            answer.clear()
        }
    }

    /// The answers from here on are those of questions.
    func isIn() {
        answer.clear()
        questions.underWay = 0
    }
}
