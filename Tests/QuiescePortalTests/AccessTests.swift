import BusTestSupport
import QuiesceBus
import TestSupport
import Testing

@Suite(
    "Questions of portals about access", .enabled(if: TestBus.canRun, TestBus.missing))
struct AccessTests {
    @Test("The labels are the portal's, and granting gives the choices by their defaults")
    func granted() throws {
        let portal = try PlayedPortal()
        try portal.desktop.serve()
        let caller = try portal.caller()
        let first = try caller.access("1")
        let shown = try portal.desktop.next("Notify")
        #expect(shown.args[3] == "Allow it?")
        #expect(shown.args[4] == "It wants to.\nReally.")
        #expect(
            shown.args[5] == ["default", "", "button:deny", "No", "button:grant", "Yes"])
        try portal.desktop.choose(1, "button:grant")
        let answer = try caller.answer(first)
        #expect(answer.response == 0)
        #expect(
            answer.values.last?["choices"] == .list([.list([.text("always"), .text("true")])]))
        let second = try caller.access("2", labels: false)
        #expect(
            try portal.desktop.next("Notify").args[5] == [
                "default", "", "button:deny", "Don't allow", "button:grant", "Allow",
            ])
        try portal.desktop.choose(2, "button:deny")
        let denied = try caller.answer(second)
        #expect(denied.response == 1)
        #expect(denied.values.last?.entries.isEmpty == true)
    }

    @Test("Clicked away, or on no button, unanswered, or shown by nobody, it has ended otherwise")
    func ended() throws {
        let portal = try PlayedPortal("--answer-within", "2")
        let caller = try portal.caller()
        #expect(try caller.answer(caller.access("1")).response == 2)
        try portal.desktop.serve()
        for act in [
            { try portal.desktop.choose(1) }, { try portal.desktop.closed(2, reason: 2) },
            { try portal.desktop.closed(3, reason: 1) }, {},
        ] {
            let call = try caller.access("2")
            _ = try portal.desktop.next("Notify")
            try act()
            #expect(try caller.answer(call).response == 2)
        }
    }

    @Test("An argument of another type, or nested too deeply, is refused, and it goes on")
    func damaged() throws {
        let portal = try PlayedPortal()
        let caller = try portal.caller()
        let access = "org.freedesktop.impl.portal.Access"
        #expect(try caller.call(access, "AccessDialog").error?.hasSuffix("InvalidArgs") == true)
        let deep = try caller.call(access, "AccessDialog") { call throws(BusError) in
            try call.append(path: "\(Caller.path)/request/1")
            for _ in 0..<5 { try call.append("") }
            try call.begin(BusType.array, "{sv}")
            try call.begin(BusType.entry, "sv")
            try call.append("choices")
            for _ in 0..<12 { try call.begin(BusType.variant, "v") }
            try call.begin(BusType.variant, "s")
            try call.append("deep")
            for _ in 0..<15 { try call.end() }
        }
        #expect(deep.error?.hasSuffix("InvalidArgs") == true)
        #expect(try caller.states()?.entries.isEmpty == true)
    }
}
