import QuiesceCore
import QuiesceWire

/// The shell's memory of transfers beside the store: only while the daemon lives, as everything
/// here is of an agent's attempt, and that ends with the daemon. Belongs to the loop's thread.
package final class TransferTracker {
    /// How far an attempt is.
    package struct Progress: Sendable, Hashable {
        package var attempt: UInt64
        package var received: UInt64
        package var expected: UInt64?
        package var sent: UInt64
        package var expectedToSend: UInt64?
        package var moment: Instant
        /// Bytes a second, either way, over the last seconds.
        package var rate: Double?
    }

    private struct QuestionKey: Hashable {
        var transfer: TransferID
        var question: UInt64
    }

    private var inquiries: [QuestionKey: TransferInquiry] = [:]
    private var answers: [QuestionKey: TransferAnswer] = [:]
    private var questions: [TransferID: Set<UInt64>] = [:]
    package private(set) var progress: [TransferID: Progress] = [:]
    /// Bytes that came in for an app's transfers.
    private(set) var received: [AppID: UInt64] = [:]
    private var resumed: [TransferID: UInt64] = [:]
    /// Where `quiesce get` wants its file, and what it is of.
    private var shown: [TransferID: Shown] = [:]

    /// The parts of a stored request that may be shown.
    package struct Shown: Sendable, Hashable {
        package var url: String
        package var destination: String?
    }

    // MARK: Questions

    func note(_ inquiry: TransferInquiry, _ transfer: TransferID, _ question: UInt64) {
        inquiries[QuestionKey(transfer: transfer, question: question)] = inquiry
        questions[transfer, default: []].insert(question)
    }

    func inquiry(_ transfer: TransferID, _ question: UInt64) -> TransferInquiry? {
        inquiries[QuestionKey(transfer: transfer, question: question)]
    }

    /// Kept only for what was asked.
    func note(_ answer: TransferAnswer, _ transfer: TransferID, _ question: UInt64) {
        guard inquiry(transfer, question) != nil else { return }
        answers[QuestionKey(transfer: transfer, question: question)] = answer
    }

    /// Once.
    func takeAnswer(_ transfer: TransferID, _ question: UInt64) -> TransferAnswer? {
        let key = QuestionKey(transfer: transfer, question: question)
        inquiries[key] = nil
        questions[transfer]?.remove(question)
        return answers.removeValue(forKey: key)
    }

    // MARK: Progress

    func note(_ transfer: TransferID, _ new: Progress) {
        var new = new
        if let old = progress[transfer], old.attempt == new.attempt {
            let seconds = Double((new.moment - old.moment).nanoseconds) / 1e9
            let bytes =
                Double(new.received &- min(old.received, new.received))
                + Double(new.sent &- min(old.sent, new.sent))
            guard seconds > 0 else { return }
            let rate = bytes / seconds
            // Smoothed over about two seconds, however often it comes.
            let weight = min(1, seconds / 2)
            new.rate = old.rate.map { $0 + (rate - $0) * weight } ?? rate
        }
        progress[transfer] = new
    }

    /// Before how far it is now is noted.
    func count(_ new: UInt64, of transfer: TransferID, for app: AppID) {
        let old = progress[transfer]?.received ?? 0
        // An attempt that begins anew has less than the one before.
        received[app, default: 0] &+= new >= old ? new - old : new
    }

    func note(_ transfer: TransferID, resumedAt offset: UInt64?) { resumed[transfer] = offset }
    package func resumedAt(_ transfer: TransferID) -> UInt64? { resumed[transfer] }

    /// The attempt is over: nothing moves any more.
    func stopped(_ transfer: TransferID, received: UInt64?) {
        progress[transfer]?.rate = nil
        if let received { progress[transfer]?.received = received }
        for question in questions.removeValue(forKey: transfer) ?? [] {
            let key = QuestionKey(transfer: transfer, question: question)
            inquiries[key] = nil
            answers[key] = nil
        }
    }

    // MARK: What may be shown

    package func shown(_ transfer: TransferID, reading read: () -> Shown) -> Shown {
        if let known = shown[transfer] { return known }
        let found = read()
        shown[transfer] = found
        return found
    }

    func forget(_ transfer: TransferID) {
        stopped(transfer, received: nil)
        progress[transfer] = nil
        resumed[transfer] = nil
        shown[transfer] = nil
    }

    /// The agent has gone, and with it all attempts.
    func agentEnded() {
        inquiries = [:]
        answers = [:]
        questions = [:]
        for id in progress.keys { progress[id]?.rate = nil }
    }
}
