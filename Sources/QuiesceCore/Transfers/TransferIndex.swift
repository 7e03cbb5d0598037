/// An index of transfers: worked out from them, so no part of the state. Two of them are never
/// told apart.
struct TransferIndex: Sendable, Hashable {
    /// A session's tasks.
    struct Tasks: Sendable {
        /// By the app's number.
        var numbers: [UInt64: TransferID] = [:]
        /// Neither suspended nor ended.
        var underWay = 0
        /// Those that have their verdict, the oldest first, and maybe some that are gone.
        var ended = Heap<EndedTransfer>()
        /// Questions that wait for an answer.
        var asking: [TransferID] = []
    }

    var queue = TransferQueue()
    var alarms = AlarmQueue<TransferAlarm>()
    var tasks: [SessionKey: Tasks] = [:]
    /// In order.
    var sessionsOf: [AppID: [SessionKey]] = [:]
    /// How many the agent is at work for.
    var running = 0

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    mutating func sessions(of app: AppID, _ key: SessionKey, exists: Bool) {
        var keys = sessionsOf[app] ?? []
        keys.removeAll { $0 == key }
        if exists { keys.append(key) }
        keys.sort()
        sessionsOf[app] = keys.isEmpty ? nil : keys
    }

    /// A transfer changed, came or went.
    mutating func note(
        _ before: TransferMachine?, _ after: TransferMachine?, _ settings: SessionSettings?
    ) {
        if let before, let after,
            before.transfer.sessionKey != after.transfer.sessionKey
                || before.transfer.task != after.transfer.task
        {
            noteTask(before, nil)
            noteTask(nil, after)
        } else {
            noteTask(before, after)
        }
        noteRun(before, after, settings)
        if let after, let alarm = after.alarm, before?.alarm != alarm {
            alarms.insert(.transfer(after.transfer.id), alarm)
        }
    }

    private mutating func noteTask(_ before: TransferMachine?, _ after: TransferMachine?) {
        guard let key = (after ?? before)?.transfer.sessionKey else { return }
        var tasks = self.tasks.removeValue(forKey: key) ?? Tasks()
        if let before { tasks.numbers[before.transfer.task] = nil }
        if let after, after.transfer.stage != .kept {
            tasks.numbers[after.transfer.task] = after.transfer.id
        }
        tasks.underWay += (after?.isUnderWay == true ? 1 : 0) - (before?.isUnderWay == true ? 1 : 0)
        if let after, after.isEnded, before?.isEnded != true {
            tasks.ended.insert(EndedTransfer(after.transfer))
        }
        if before?.isAsking != after?.isAsking, let id = (after ?? before)?.transfer.id {
            tasks.asking.removeAll { $0 == id }
            if after?.isAsking == true { tasks.asking.append(id) }
            tasks.asking.sort()
        }
        if !tasks.numbers.isEmpty { self.tasks[key] = tasks }
    }

    private mutating func noteRun(
        _ before: TransferMachine?, _ after: TransferMachine?, _ settings: SessionSettings?
    ) {
        guard let transfer = (after ?? before)?.transfer, let settings else { return }
        running += (after?.isRunning == true ? 1 : 0) - (before?.isRunning == true ? 1 : 0)
        if before?.hasConnection == true, after?.hasConnection != true, let before {
            queue.ended(before.transfer.lane)
        }
        if after?.hasConnection == true, before?.hasConnection != true {
            queue.began(
                transfer.lane, transfer.id, connectionsPerHost: settings.connectionsPerHost)
        }
        if let after, after.transfer.stage == .queued, after.run == .idle, after.hold == nil {
            queue.insert(
                after.transfer, needs: after.transfer.needs(settings), in: transfer.lane,
                connectionsPerHost: settings.connectionsPerHost)
        } else {
            queue.remove(transfer.id)
        }
    }
}

/// A verdict that is to be told, by when it was reached.
struct EndedTransfer: Sendable, Hashable, Comparable {
    let order: UInt64
    let id: TransferID

    static func < (a: Self, b: Self) -> Bool {
        a.order == b.order ? a.id < b.id : a.order < b.order
    }
}

extension EndedTransfer {
    init(_ transfer: Transfer) { self.init(order: transfer.order, id: transfer.id) }
}

/// The parts of transfers that time alone changes.
enum TransferAlarm: Sendable, Hashable {
    case agent
    case host(String)
    case session(SessionKey)
    case transfer(TransferID)
}
