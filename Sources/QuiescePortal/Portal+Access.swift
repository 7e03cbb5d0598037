import QuiesceBus
import QuiesceDesktop

// org.freedesktop.impl.portal.Access.
extension Portal {
    /// As the portal's own requests answer.
    enum Response {
        static let granted: UInt32 = 0
        static let denied: UInt32 = 1
        static let ended: UInt32 = 2
    }

    func accessDialog(_ call: borrowing BusMessage) {
        guard let arguments = arguments(call, "osssssa{sv}", count: 7) else { return }
        let texts = arguments[1...5].map { $0.text ?? "" }
        let handle = arguments[0].text ?? ""
        guard !isOpen(handle) else {
            return refuse(call, "ObjectPathInUse", "\(handle) is another request's")
        }
        let options = arguments[6]
        let waiter = Waiter(call, handle: handle)
        let kind = Question.Kind.access(choices: Question.defaults(options["choices"]))
        guard let number = open(kind, waiter) else {
            log("too many questions at once: \(texts[0]) isn't asked about")
            return reply(to: waiter, access: Response.ended)
        }
        let labels = (options["grant_label"]?.text ?? "", options["deny_label"]?.text ?? "")
        show(
            Question.banner(
                number, app: texts[0], title: texts[2], texts: [texts[3], texts[4]],
                grant: labels.0.isEmpty ? "Allow" : labels.0,
                deny: labels.1.isEmpty ? "Don't allow" : labels.1))
    }

    func reply(
        to waiter: Waiter, access response: UInt32, choices: [(id: String, value: String)] = []
    ) {
        answer(waiter.call.message) { answer throws(BusError) in
            try answer.append(response)
            try answer.append(choices: response == Response.granted ? choices : [])
        }
    }
}
