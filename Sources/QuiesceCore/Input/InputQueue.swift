/// The user's input on its way to one app: what waits to be sent, and which touch goes on.
///
/// An app is sent a few at a time, so that one whose main thread is busy isn't drowned, and gets a
/// finger's last place instead of its way.
// derive: json
struct InputQueue: Sendable, Hashable {
    /// The outcome of an input.
    enum Acceptance: Sendable, Hashable {
        case taken
        /// In place of the move before it.
        case merged
        /// In place of the oldest move that waited.
        case droppedMove
        /// Nothing can be dropped for it.
        case full
        /// A touch goes on already, or none does.
        case touchGoesOn, noTouch
    }

    var waiting: [UserInput] = []
    /// The touch that goes on for the user: its last place.
    var touch: UserInput.Touch?
    /// The touch that goes on for the app: as far as it was sent.
    var sentTouch: UserInput.Touch?
    /// The answer to the input that was sent is waited for from here, if that is later than the
    /// input's sending: the app answered an earlier one then.
    var answeredAt: AwakeInstant
    /// It has been said that the app doesn't answer (H3).
    var isUnresponsive = false

    init(at now: AwakeInstant) { answeredAt = now }

    mutating func accept(_ input: UserInput) -> Acceptance {
        switch input.touch?.phase {
        case .began: if touch != nil { return .touchGoesOn }
        case .moved, .ended, .cancelled: if touch == nil { return .noTouch }
        case nil: break
        }
        var acceptance = Acceptance.taken
        if input.isMove, waiting.last?.isMove == true {
            waiting.removeLast()
            acceptance = .merged
        } else if waiting.count >= Limits.waitingInput {
            if let move = waiting.firstIndex(where: \.isMove) {
                waiting.remove(at: move)
                acceptance = .droppedMove
            } else if !input.endsTouch {
                return .full
            }
        }
        waiting.append(input)
        if let changed = input.touch { touch = input.endsTouch ? nil : changed }
        return acceptance
    }

    /// The next to be sent.
    mutating func takeFirst() -> UserInput? {
        guard !waiting.isEmpty else { return nil }
        let input = waiting.removeFirst()
        if let sent = input.touch { sentTouch = input.endsTouch ? nil : sent }
        return input
    }

    /// The app becomes inactive: touches are over. `leaving`: so is everything else that waits.
    ///
    /// - Returns: what the app is to hear of the touch that it was sent the beginning of.
    mutating func cancel(leaving: Bool) -> UserInput? {
        waiting.removeAll { leaving || $0.touch != nil }
        touch = nil
        defer { sentTouch = nil }
        return sentTouch.map { .touch(.init(.cancelled, x: $0.x, y: $0.y)) }
    }
}
