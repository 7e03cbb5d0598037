import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

/// In which life of the machine a new daemon finds itself.
@Suite("Restoration") struct RestorationTests {
    private func restoration(
        of state: SystemMachine? = nil, storedBoot: String?, boot: String = "second"
    ) -> Restoration {
        Restoration(
            journal: state.map { Restoration.Recorded(state: $0, events: [], lastSeq: 7) },
            storedSeq: 7, facts: { [] }, profile: .ios8, boot: boot, storedBoot: storedBoot,
            at: .zero)
    }

    @Test(
        "The journal knows of which boot it is, whatever the store could take",
        .behaviour("reliability D5", "W4"))
    func journalKnows() {
        let state = SystemMachine(profile: .ios8, boot: "second")
        #expect(!restoration(of: state, storedBoot: "first").deviceRestarted)
        let older = SystemMachine(profile: .ios8, boot: "first")
        #expect(restoration(of: older, storedBoot: "second").deviceRestarted)
    }

    @Test("Facts are of the boot that is stored", .behaviour("W4"))
    func storeKnows() {
        #expect(restoration(storedBoot: "first").deviceRestarted)
        #expect(!restoration(storedBoot: "second").deviceRestarted)
        #expect(!restoration(storedBoot: nil).deviceRestarted, "a new device")
    }

    @Test(
        "A daemon that died before it had heard of the restart was none of this boot",
        .behaviour("reliability D2", "W4"))
    func diedBefore() {
        let begun = restoration(
            of: SystemMachine(profile: .ios8, boot: "first"), storedBoot: "first")
        #expect(restoration(of: begun.machine, storedBoot: "second").deviceRestarted)
        var machine = begun.machine
        _ = machine.handle(.restarted([], deviceRestarted: true, launching: true), at: .zero)
        #expect(!restoration(of: machine, storedBoot: "first").deviceRestarted)
    }
}
