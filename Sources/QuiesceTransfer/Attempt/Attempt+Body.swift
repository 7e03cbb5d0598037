import CCurl
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore

/// The body's way: from libcurl into a block, from a block to the disk.
extension Attempt {
    /// - Returns: `count`, or that libcurl is to wait; anything else ends the request.
    func took(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
        lastByte = Monotonic.now
        switch reply {
        case .awaited:
            abort = TransferFailure(.badServerResponse)
            return 0
        case .unwanted(let next, let before):
            reply = .unwanted(next, bytes: before + count)
            return before + count > Limits.unwantedBytes ? 0 : count
        case .kept: break
        }
        let limit = min(end ?? .max, request.sizeLimit ?? .max)
        guard offset + UInt64(count) <= limit else {
            abort = TransferFailure(.tooLarge)
            return 0
        }
        // All or nothing: libcurl gives a piece again only as a whole.
        let room =
            (block.map(\.room) ?? Block.room(at: offset)) + (isWriting ? 0 : Limits.blockBytes / 2)
        guard count <= room else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        if let later = receiving?.pass(count, now: lastByte) {
            return pause(until: later, Int(CURL_WRITEFUNC_PAUSE))
        }
        var taken = 0
        while taken < count {
            let block = block ?? agent.blocks.take(at: offset)
            self.block = block
            let more = block.append(bytes + taken, count - taken)
            taken += more
            offset += UInt64(more)
            if block.isFull { pump() }
        }
        return count
    }

    /// Hands libcurl the bytes that it sends next.
    func give(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        lastByte = Monotonic.now
        if let later = sending?.pass(0, now: lastByte) {
            return pause(until: later, Int(CURL_READFUNC_PAUSE))
        }
        do {
            let given = try upload?.read(buffer, count) ?? 0
            _ = sending?.pass(given, now: lastByte)
            return given
        } catch {
            abort = error as? TransferFailure ?? TransferFailure(.diskFailed)
            return Int(CURL_READFUNC_ABORT)
        }
    }

    private func pause(until time: UInt64, _ code: Int) -> Int {
        isPaused = true
        resumeAt = time
        agent.wakeUp(at: time)
        return code
    }

    /// Lets libcurl try again; its callbacks may pause at once.
    func goOn() {
        guard isPaused, let easy, ending == nil else { return }
        isPaused = false
        resumeAt = nil
        lastByte = Monotonic.now
        easy.goOn()
    }

    func seek(to offset: curl_off_t, _ origin: Int32) -> Int32 {
        guard origin == SEEK_SET, let upload, offset >= 0, UInt64(offset) <= upload.bytes else {
            return CURL_SEEKFUNC_CANTSEEK
        }
        self.upload?.offset = UInt64(offset)
        return CURL_SEEKFUNC_OK
    }

    /// Gives the disk what there is to do, one job at a time.
    func pump() {
        if isWriting { return }
        if let block, block.isFull, ending == nil {
            self.block = nil
            return submit(block, .write)
        }
        guard let ending else { return }
        switch ending {
        case .finished: submit(takeBlock(), .finish)
        case .stopped, .interrupted, .dropped:
            if hasBegun { submit(takeBlock(), .rest) } else { agent.conclude(self, size: kept) }
        }
    }

    private func takeBlock() -> Block? {
        defer { block = nil }
        return block
    }

    private func submit(_ block: Block?, _ work: DiskJob.Work) {
        isWriting = true
        agent.disk.submit(
            DiskJob(run: run, store: store, start: start, block: block, work: work))
        start = nil
    }

    func diskDone(_ result: DiskResult) {
        isWriting = false
        if let block = result.block { agent.blocks.give(block) }
        switch (result.work, result.failure) {
        case (.write, nil): break
        case (.write, let failure?):
            // Bytes that were written before stay; those in memory go.
            takeBack()
            if let block { agent.blocks.give(block) }
            block = nil
            if ending == nil || isFinishing {
                ending = .interrupted(failure, retryAfter: nil, nil)
            }
            return agent.conclude(self, size: result.size)
        case (.finish, let failure?):
            if isFinishing { ending = .interrupted(failure, retryAfter: nil, nil) }
            return agent.conclude(self, size: result.size)
        case (.rest, let failure?):
            // Nothing is kept, and it will be the same next time: that is what is to be told.
            if case .interrupted = ending {
                ending = .interrupted(failure, retryAfter: nil, nil)
            }
            return agent.conclude(self, size: result.size)
        case (.finish, nil), (.rest, nil):
            return agent.conclude(self, size: result.size)
        }
        pump()
        if resumeAt == nil { goOn() }
    }

    private var isFinishing: Bool {
        if case .finished = ending { true } else { false }
    }
}
