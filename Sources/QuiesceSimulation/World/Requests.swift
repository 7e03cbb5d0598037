import QuiesceCore

/// Requests of tools that aren't sure yet. A tool whose daemon died asks the next one again, unless
/// its request has been done.
struct Requests {
    private struct Request {
        var action: Step.Action
        /// The daemon wrote it down.
        var isRecorded = false
    }

    private var requests: [Int: Request] = [:]
    private var last = 0
    private var ofTicket: [Ticket: Int] = [:]
    private var ofPayload: [PayloadHandle: Int] = [:]
    /// The one that is being asked.
    var underway: Int?

    mutating func begin(_ action: Step.Action) {
        last += 1
        requests[last] = Request(action: action)
        underway = last
    }

    mutating func has(_ ticket: Ticket) { ofTicket[ticket] = underway }
    mutating func has(_ payload: PayloadHandle, _ request: Int?) { ofPayload[payload] = request }

    mutating func recorded(_ event: Event) {
        guard let ticket = event.origin.ticket else { return }
        if case .push(let push, _) = event, let request = ofPayload[push.payload] {
            ofTicket[ticket] = request
        }
        if let request = ofTicket[ticket] { requests[request]?.isRecorded = true }
    }

    mutating func answered(_ request: Int?) {
        if let request { requests[request] = nil }
    }

    /// Takes the requests that are made again.
    ///
    /// - Parameter journalLost: a recorded request is done only if it has been answered.
    mutating func takeOpen(journalLost: Bool) -> [Step.Action] {
        defer {
            requests = [:]
            ofTicket = [:]
            ofPayload = [:]
            underway = nil
        }
        return requests.sorted { $0.key < $1.key }.map(\.value)
            .filter { journalLost || !$0.isRecorded }.map(\.action)
    }
}
