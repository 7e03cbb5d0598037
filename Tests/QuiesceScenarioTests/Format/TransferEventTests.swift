import QuiesceSimulation
import Testing

@testable import QuiesceScenario

@Suite struct TransferEventTests {
    private func steps(_ events: String...) throws -> [Step.Action] {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Transfers
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Pod}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f").scenario.steps.map(\.action)
    }

    @Test("The network, the servers and the transfer agent change as the file says")
    func world() throws {
        let steps = try steps(
            "network: cellular", "network: {perSecond: 2MB}", "network: {cutAfter: 5MB}",
            "server: {host: b.example, answers: shortBody}",
            "server: {host: localhost, validator: weakETag}",
            "server: {host: a.example, ranges: false}",
            "server: {host: a.example, newVersion: 40MB}", "transferAgent: kill",
            "transferAgent: {crashes: 3}")
        for action: Step.Action in [
            .network(.link(.cellular)), .network(.rate(2_000_000)),
            .network(.cut(afterBytes: 5_000_000)), .server(host: 1, .mood(.shortBody)),
            .server(host: 2, .validator(.weakETag)), .server(host: 0, .ranges(false)),
            .server(host: 0, .newVersion(bytes: 40_000_000)), .agent(.kill),
            .agent(.crashLoop(times: 3)),
        ] {
            #expect(steps.contains(action), "\(action)")
        }
    }

    @Test("An app does with its sessions what the file says")
    func actions() throws {
        let steps = try steps(
            "transfer: {app: Pod, begin: 4, host: a.example}",
            "transfer: {app: Pod, begin: 5, host: b.example, session: 1}",
            "transfer: {app: Pod, upload: 3MB, host: a.example}",
            "transfer: {app: Pod, suspend: 0}", "transfer: {app: Pod, resume: 1}",
            "transfer: {app: Pod, cancel: 0, keepingBytes: true}",
            "transfer: {app: Pod, goOn: 4, host: a.example}",
            "transfer: {app: Pod, postpone: 2h, task: 1}", "transfer: {app: Pod, close: 1}",
            "transfer: {app: Pod, changeUploads: }")
        for action: AppTransferAction in [
            .begin(session: 0, host: 0, file: 4), .begin(session: 1, host: 1, file: 5),
            .upload(session: 0, host: 0, bytes: 3_000_000), .suspend(task: 0), .resume(task: 1),
            .cancel(task: 0, keepingBytes: true), .goOn(session: 0, host: 0, file: 4),
            .postpone(task: 1, milliseconds: 7_200_000), .close(session: 1, cancelling: false),
            .changeUploads,
        ] {
            #expect(steps.contains(.transfer(app: 0, action)), "\(action)")
        }
    }
}
