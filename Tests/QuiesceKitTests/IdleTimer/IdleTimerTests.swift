import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// `isIdleTimerDisabled`, with the daemon's end of the line that a test plays.
@Suite("The idle timer in an app", .behaviour("T5")) @MainActor struct AppIdleTimerTests {
    private let link = DaemonLink()
    private let timer: IdleTimer
    private let said = Said()

    private final class Said: Sendable {
        private let kept = Mutex<[Bool]>([])
        func add(_ message: MessageFromApp) {
            if case .idleTimer(_, let disabled) = message { kept.withLock { $0.append(disabled) } }
        }
        var all: [Bool] { kept.withLock { $0 } }
    }

    init() {
        timer = IdleTimer(of: link)
        let said = said
        link.connected { said.add($0) }
        welcome()
    }

    /// - Parameter lastRequest: of those that the app has made, the last one that the daemon knows.
    private func welcome(lastRequest: UInt64 = 0) {
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: lastRequest, multitaskingSupported: true, openTasksLimit: 1)
        link.change { $0.welcomed(welcome) }
        timer.welcomed(welcome)
    }

    @Test("The daemon hears of each change, and of nothing else")
    func changes() {
        timer.isDisabled = false
        timer.isDisabled = true
        timer.isDisabled = true
        timer.isDisabled = false
        #expect(said.all == [true, false])
    }

    @Test("A daemon that comes anew is asked again, and not for what it is asked already")
    func again() {
        timer.isDisabled = true
        welcome(lastRequest: 1)
        #expect(said.all == [true, true])
        timer.isDisabled = false
        welcome(lastRequest: 3)
        #expect(said.all == [true, true, false])
    }
}
