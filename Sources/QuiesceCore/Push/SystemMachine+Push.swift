// Pushes: presented, waking, held (R1 … R5).
extension SystemMachine {
    /// - Parameter ticket: of a tool that waits for the answer.
    mutating func receive(
        _ push: NewPush, _ ticket: Ticket?, _ now: Moment, _ out: inout Recorder
    ) {
        guard let ticket else { return }
        wakeApp(
            push.app, .push(push.payload), contentAvailable: push.contentAvailable, ticket, now,
            &out)
        if let content = push.content { out.dropPayload(content) }
    }
}
