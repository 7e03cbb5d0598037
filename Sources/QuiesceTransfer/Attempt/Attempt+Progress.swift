import CCurl
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore

/// The checks that are made a few times a second.
extension Attempt {
    func look(at now: UInt64) {
        guard let easy, ending == nil else { return }
        let sent = sendsBody ? easy.offset(CURLINFO_SIZE_UPLOAD_T) : 0
        if sent != reported.sent { lastByte = now }
        if !isPaused, now > lastByte,
            Double(now - lastByte) / 1e9 > request.requestTimeout
        {
            return fail(TransferFailure(.timedOut))
        }
        let received = hasBegun ? offset : kept
        // The newest alone counts, so none is queued behind others.
        guard (received, sent) != reported, !agent.isBehind else { return }
        reported = (received, sent)
        agent.say(
            .progress(
                id, attempt: number, received: received, expected: total, sent: sent,
                expectedToSend: upload?.bytes))
    }

    func close() {
        takeBack()
        if let spare { agent.multi.giveEasy(spare) }
        spare = nil
        if let upload { _ = Glibc.close(upload.file) }
        upload = nil
        if let block { agent.blocks.give(block) }
        block = nil
        store.close()
    }
}
