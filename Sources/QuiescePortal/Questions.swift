import QuiesceBus
import QuiesceDesktop

/// A call whose answer is the user's.
final class Waiter {
    let call: KeptCall
    /// The path of the request, by which the portal withdraws it.
    let handle: String
    let sender: String?

    init(_ call: borrowing BusMessage, handle: String) {
        self.call = KeptCall(call)
        self.handle = handle
        sender = call.sender
    }
}

/// A question on the user's screen.
struct Question {
    enum Kind {
        /// Whether an app may run in the background; `device`: its id there, if it is one of the
        /// device's.
        case background(PortalID, device: String?)
        /// Whether it gets access; with what its choices say by themselves.
        case access(choices: [(id: String, value: String)])
    }

    let kind: Kind
    var waiters: [Waiter]
    /// In microseconds of CLOCK_MONOTONIC; `.max`: it is answered, and that is being carried out.
    var deadline: UInt64
    /// As it was answered: by whom, and how.
    var answer: (answer: BackgroundAnswer, by: String)?

    var isOpen: Bool { deadline != .max }
}

extension Question {
    static let grant = "grant"
    static let deny = "deny"

    /// - Parameter seconds: so long the user has.
    static func banner(
        _ id: UInt64, _ app: PortalID, name: String, isOfDevice: Bool, seconds: UInt64
    ) -> Banner {
        let answers: [BackgroundAnswer] = isOfDevice ? [.sleep, .run, .end] : [.run, .end]
        let text = "It runs in the background, without a window."
        return Banner(
            id: id, app: app.text, title: name.isEmpty ? app.text : name,
            body: isOfDevice ? text + " In \(seconds) s it is put to sleep." : text,
            buttons: answers.map { .init(identifier: $0.rawValue, label: $0.label) },
            action: nil, stays: true)
    }

    static func banner(
        _ id: UInt64, app: String, title: String, texts: [String], grant: String, deny: String
    ) -> Banner {
        Banner(
            id: id, app: app, title: title,
            body: texts.filter { !$0.isEmpty }.joined(separator: "\n"),
            buttons: [
                .init(identifier: Self.deny, label: deny),
                .init(identifier: Self.grant, label: grant),
            ], action: nil, stays: true)
    }

    /// Each choice by its default, else as nothing was chosen.
    static func defaults(_ choices: BusTree?) -> [(id: String, value: String)] {
        guard case .list(let list)? = choices else { return [] }
        return list.prefix(PortalLimits.choices).compactMap { choice in
            guard case .list(let parts) = choice, parts.count == 4, let id = parts[0].text,
                case .list(let options) = parts[2], let chosen = parts[3].text
            else { return nil }
            var first: String?
            if case .list(let option)? = options.first { first = option.first?.text }
            return (id, chosen.isEmpty ? first ?? "false" : chosen)
        }
    }
}
