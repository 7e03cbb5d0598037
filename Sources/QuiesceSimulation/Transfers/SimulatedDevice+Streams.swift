import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

// Bytes that come and go.
extension SimulatedDevice {
    /// Sends an upload's body; then the server answers.
    func send(_ id: TransferID, before reply: SimulatedServer.Reply) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        var out = reply
        out.body = .init(version: .garbage, start: 0, count: attempt.upload)
        out.sends = attempt.upload
        out.ending = .complete
        flow(id, out, from: 0, isOut: true)
    }

    func receive(_ id: TransferID, _ reply: SimulatedServer.Reply, from offset: UInt64) {
        if let failure = agentDiskFailure { return interrupt(id, failure) }
        flow(id, reply, from: offset, isOut: false)
    }

    private func flow(
        _ id: TransferID, _ reply: SimulatedServer.Reply, from offset: UInt64, isOut: Bool
    ) {
        let flow = SimulatedAgent.Flow(
            reply: reply, offset: offset, began: now.awake,
            rate: max(1_000, transfers.web.rate / UInt64(reply.slowness)),
            cutAfter: transfers.web.cutsNextAfter,
            isOut: isOut)
        transfers.web.cutsNextAfter = nil
        transfers.agent.attempts[id]?.flow = flow
        planArrival(id, after: flow.lasts)
    }

    private func planArrival(_ id: TransferID, after delay: Interval) {
        guard let attempt = transfers.agent.attempts[id], let flow = attempt.flow else { return }
        planForAgent(after: delay) { device in
            let now = device.transfers.agent.attempts[id]
            guard now?.number == attempt.number, now?.flow?.began == flow.began else { return }
            device.arrived(id)
        }
    }

    /// Everything that the server sends is there, if the machine didn't sleep meanwhile.
    private func arrived(_ id: TransferID) {
        guard let attempt = transfers.agent.attempts[id], let flow = attempt.flow else { return }
        let count = flow.arrived(by: now.awake)
        guard count == flow.sends else {
            let left = Int64(clamping: (flow.sends - count) * 1_000 / flow.rate) + 1
            return planArrival(id, after: .milliseconds(left))
        }
        if let failure = agentDiskFailure { return interrupt(id, failure) }
        if flow.cutAfter.map({ $0 < flow.reply.sends }) == true {
            return interrupt(id, TransferFailure(.connectionLost))
        }
        if flow.isOut { return request(id) }
        switch flow.reply.ending {
        case .fails(let kind): interrupt(id, TransferFailure(kind))
        case .silence:
            let timeout = Interval.milliseconds(Int64(attempt.request.requestTimeout * 1_000))
            planForAgent(after: timeout) { device in
                guard device.transfers.agent.attempts[id]?.number == attempt.number else { return }
                device.interrupt(id, TransferFailure(.timedOut))
            }
        case .complete:
            transfers.agent.write(id, by: now.awake, flushing: true)
            // A server that said another length than it sent.
            if let total = transfers.agent.files[id]?.total,
                total != transfers.agent.files[id]?.body.count
            {
                return interrupt(id, TransferFailure(.connectionLost))
            }
            planForAgent(after: .milliseconds(5)) { device in
                guard device.transfers.agent.attempts[id]?.number == attempt.number else { return }
                device.finish(id)
            }
        }
    }

    /// The whole is on disk, and the record says so.
    func finish(_ id: TransferID) {
        guard let attempt = transfers.agent.attempts[id], let files = transfers.agent.files[id],
            let response = files.response
        else { return }
        if let failure = agentDiskFailure { return interrupt(id, failure) }
        transfers.agent.attempts[id] = nil
        let file = TransferredFile(status: response.status, size: files.body.count)
        transfers.agent.files[id]?.finished = (file, response)
        agentSays(.finished(id, attempt: attempt.number, file, response))
    }

    /// Connections break that go through the network.
    func breakConnections() {
        for (id, attempt) in transfers.agent.attempts.sorted(by: { $0.key < $1.key })
        where attempt.flow != nil || attempt.question != nil {
            guard let address = try? WebAddress(attempt.url),
                let place = transfers.web.place(of: address),
                !transfers.web.servers[place].isOnDevice
            else { continue }
            interrupt(id, TransferFailure(.connectionLost))
        }
    }
}
