import QuiesceCore

/// The push gateway that a virtual device has joined: it gives each app that asks a token at once.
@MainActor final class VirtualGateway {
    /// The device's name there.
    private static let account = "virtual"

    var isJoined = true {
        didSet { isAnnounced = false }
    }
    /// The daemon has been told whether there is a gateway.
    private var isAnnounced = false
    private var asking: [PushAddress] = []
    private var retiring: [PushAddress] = []
    private var lastToken: UInt64 = 0

    /// Notes an event of the daemon's, and the promises that came of it.
    func note(_ event: Event, _ promises: [Promise]) {
        if case .restarted = event { isAnnounced = false }
        for case .push(let promise) in promises {
            switch promise {
            case .requestToken(let address): asking.append(address)
            case .retireToken(let address): retiring.append(address)
            case .acknowledge: break
            }
        }
    }

    /// News for the daemon, each once.
    func takeNews() -> [PushServiceEvent] {
        var news: [PushServiceEvent] = []
        if !isAnnounced {
            isAnnounced = true
            news = isJoined ? [.account(Self.account), .connected] : [.account(nil)]
        }
        if isJoined {
            news += retiring.map { .retired($0) }
            for address in asking {
                lastToken += 1
                news.append(.issued(address, token: token(lastToken)))
            }
        }
        (asking, retiring) = ([], [])
        return news
    }

    /// 64 hexadecimal digits.
    private func token(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }
}
