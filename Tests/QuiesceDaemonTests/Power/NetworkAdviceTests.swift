import QuiesceCore
import Testing

@testable import QuiesceDaemon

@Suite("NetworkManager's word on the network") struct NetworkAdviceTests {
    @Test(
        "A network is metered where NetworkManager knows or guesses so; one without connectivity is none",
        .behaviour("X4", "X9"))
    func table() {
        for kind in DeviceConditions.Network.allCases {
            for metered in Int64(0)...5 {
                for connectivity in Int64(0)...5 {
                    let advice = NetworkAdvice([
                        "Metered": .number(metered), "Connectivity": .number(connectivity),
                    ])
                    var expected = kind
                    if metered == 1 || metered == 3, kind == .wifi { expected = .cellular }
                    if connectivity == 1 || connectivity == 2 { expected = .none }
                    #expect(advice.applied(to: kind) == expected)
                }
            }
        }
    }

    @Test("Without NetworkManager, and with one that says something else, the kernel's word counts")
    func missing() {
        for kind in DeviceConditions.Network.allCases {
            #expect(NetworkAdvice(nil).applied(to: kind) == kind)
            #expect(NetworkAdvice([:]).applied(to: kind) == kind)
            #expect(NetworkAdvice(["Metered": .text("yes")]).applied(to: kind) == kind)
        }
    }
}
