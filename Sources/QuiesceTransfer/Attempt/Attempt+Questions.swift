import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// Questions that only the app can answer. Nothing is held open meanwhile: the request is made
/// again.
extension Attempt {
    func ask(_ question: TransferInquiry, _ next: Next) {
        questions += 1
        self.question = (questions, next)
        agent.say(.asked(id, attempt: number, question: questions, question))
    }

    func challenged(by offers: OfferedChallenges, isProxy: Bool) {
        if !isProxy, login.server?.method == .negotiate, offers.hasOthers {
            goPastNegotiate()
        }
        // For a proxy libcurl chooses the method by itself, the safest first.
        let offer = offers.choice(withoutNegotiate: !isProxy && login.isPastNegotiate)
        if isProxy {
            if login.proxy != nil || request.proxy?.user != nil { login.proxyFailures += 1 }
        } else {
            if login.server != nil { login.failures += 1 }
            if !login.triedStored, let stored {
                login.triedStored = true
                login.server = Login.Credential(
                    user: stored.user, password: stored.password, method: offer.method)
                return makeRequest()
            }
        }
        let proxy = request.proxy.flatMap { try? WebAddress($0.url) }
        let server = isProxy ? proxy ?? address : address
        ask(
            .challenge(
                TransferInquiry.Challenge(
                    method: offer.method.rawValue, host: server.host, port: Int(server.port),
                    isProxy: isProxy, realm: offer.realm,
                    failures: isProxy ? login.proxyFailures : login.failures)),
            .challenge(offers, isProxy: isProxy))
    }

    /// Goes on to the other methods. A failure of Negotiate is no refusal of a name and a password.
    private func goPastNegotiate() {
        login.isPastNegotiate = true
        login.server = nil
        login.triedStored = false
    }

    func challengedForCertificate() {
        ask(
            .challenge(
                TransferInquiry.Challenge(
                    method: "clientCertificate", host: address.host, port: Int(address.port),
                    isProxy: false, realm: nil, failures: 0)),
            .certificate)
    }

    private var stored: TransferRequest.StoredCredential? {
        request.credentials.first { address.isOf(origin: $0.origin) }
    }

    func answered(_ question: UInt64, _ answer: TransferAnswer) {
        guard let asked = self.question, asked.number == question else { return }
        self.question = nil
        switch (asked.next, answer) {
        case (.redirect(let target), .proceed): follow(target)
        case (.redirect, .takeResponse):
            takesRedirect = true
            makeRequest()
        case (.redirect, _): fail(TransferFailure(.cancelled))
        case (.challenge(let offers, let isProxy), .credential(let user, let password)):
            let offer = offers.choice(withoutNegotiate: !isProxy && login.isPastNegotiate)
            let credential = Login.Credential(
                user: user, password: password, method: offer.method)
            if isProxy { login.proxy = credential } else { login.server = credential }
            makeRequest()
        case (.challenge(let offers, let isProxy), .proceed),
            (.challenge(let offers, let isProxy), .takeResponse):
            if !isProxy, !login.isPastNegotiate, offers.offersNegotiate, offers.hasOthers {
                // As iOS: who rejects one way is asked about the next.
                goPastNegotiate()
                return challenged(by: offers, isProxy: false)
            }
            // The server has spoken: what it says without a credential is the result.
            if !isProxy { login.server = nil }
            takesChallenge = true
            makeRequest()
        case (.certificate, .clientCertificate(let own)):
            login.certificate = own
            makeRequest()
        case (.certificate, .proceed), (.certificate, .takeResponse):
            fail(TransferFailure(.clientCertificateRejected))
        case (_, _): fail(TransferFailure(.authenticationCancelled))
        }
    }
}
