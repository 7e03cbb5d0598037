import TestSupport
import Testing

@testable import QuiesceCore

/// Tokens, by which servers reach an app (R1).
@Suite struct PushTokenTests {
    private func device(joined: Bool = true) -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        if joined {
            device.send(.account("me"))
            device.send(.connected)
        }
        device.open(appA)
        return device
    }

    @Test(
        "An app registers, and is told its token, once the gateway has given it", .behaviour("R1"))
    func registers() {
        let device = device()
        device.registerForPushes(appA)
        #expect(device.gateway.requested == [.remote(appA)])
        #expect(device.tokens(appA).isEmpty)
        device.send(.issued(.remote(appA), token: "t1"))
        #expect(device.tokens(appA) == ["t1"])
        #expect(device.machine.pushToken(of: appA) == "t1")
        device.registerForPushes(appA)
        #expect(device.tokens(appA) == ["t1", "t1"], "known, so at once")
        #expect(device.gateway.requested == [.remote(appA)])
        #expect(device.machine.isRegisteredForPushes(appA))
        #expect(!device.machine.isRegisteredForPushes(appB))
    }

    @Test(
        "A device without a gateway says what to do; once it has joined one, it asks",
        .behaviour("R1"))
    func noGateway() throws {
        let device = device(joined: false)
        device.registerForPushes(appA)
        guard case .push(.notRegistered(let why)) = device.heard[appA]?.last else {
            return #expect(Bool(false), "it isn't told")
        }
        #expect(why.contains("quiesce gateway join"))
        #expect(device.gateway.requested.isEmpty)
        device.send(.account("me"))
        device.send(.connected)
        #expect(device.gateway.requested == [.remote(appA)])
        device.send(.issued(.remote(appA), token: "t1"))
        #expect(device.tokens(appA) == [nil, "t1"])
    }

    @Test(
        "One that is away is asked when it is back, and so is one that never answered",
        .behaviour("R1"))
    func away() throws {
        let device = device()
        device.send(.disconnected)
        device.registerForPushes(appA)
        #expect(device.gateway.requested.isEmpty)
        device.send(.connected)
        #expect(device.gateway.requested == [.remote(appA)])
        try device.restartDaemon()
        device.send(.account("me"))
        #expect(device.gateway.requested == [.remote(appA)])
        device.send(.connected)
        #expect(device.gateway.requested == [.remote(appA), .remote(appA)])
        device.send(.issued(.remote(appA), token: "t1"))
        device.restartDevice()
        device.send(.account("me"))
        device.send(.connected)
        #expect(device.gateway.requested.count == 2)
        #expect(device.machine.pushToken(of: appA) == "t1")
    }

    @Test(
        "A suspended app is told when it runs again; one that has ended isn't",
        .behaviour("R1", "Q1"))
    func suspended() {
        let device = device()
        device.registerForPushes(appA)
        device.home()
        device.send(.issued(.remote(appA), token: "t1"))
        #expect(device.state(appA) == .suspended && device.tokens(appA).isEmpty)
        device.open(appA)
        #expect(device.tokens(appA) == ["t1"])
        device.registerForPushes(appA, false)
        device.registerForPushes(appA)
        device.home()
        device.send(.issued(.remote(appA), token: "t2"))
        device.quit(appA)
        device.open(appA)
        #expect(device.tokens(appA) == ["t1"])
    }

    @Test("The gateway refuses: the app hears why", .behaviour("R1"))
    func refused() {
        let device = device()
        device.registerForPushes(appA)
        device.send(.refused(.remote(appA), why: "too many apps"))
        #expect(device.heard[appA]?.last == .push(.notRegistered(why: "too many apps")))
        #expect(device.machine.isRegisteredForPushes(appA))
        device.send(.disconnected)
        device.send(.connected)
        #expect(device.gateway.requested == [.remote(appA), .remote(appA)])
    }

    @Test("Unregistering is told to the gateway until it knows", .behaviour("R1"))
    func unregisters() throws {
        let device = device()
        device.registerForPushes(appA)
        device.send(.issued(.remote(appA), token: "t1"))
        device.send(.disconnected)
        device.registerForPushes(appA, false)
        #expect(!device.machine.isRegisteredForPushes(appA))
        #expect(device.machine.pushToken(of: appA) == nil)
        #expect(device.gateway.retired.isEmpty)
        device.send(.issued(.remote(appA), token: "t1"))
        #expect(device.machine.pushToken(of: appA) == nil, "a late word")
        device.send(.connected)
        try device.restartDaemon()
        device.send(.connected)
        #expect(device.gateway.retired == [.remote(appA), .remote(appA)])
        device.send(.retired(.remote(appA)))
        #expect(device.stored["pushes/A"] == nil)
        device.send(.disconnected)
        device.send(.connected)
        #expect(device.gateway.retired == [.remote(appA), .remote(appA)])
        device.registerForPushes(appA)
        #expect(device.gateway.requested == [.remote(appA), .remote(appA)])
        device.send(.retired(.remote(appA)))
        device.send(.issued(.remote(appA), token: "t2"))
        #expect(device.tokens(appA) == ["t1", "t2"])
    }

    @Test("Uninstalled, its token goes, and the next of that name gets another", .behaviour("R1"))
    func uninstalled() {
        let device = device()
        device.registerForPushes(appA)
        device.send(.issued(.remote(appA), token: "t1"))
        device.ask { .uninstall(appA, $0) }
        #expect(device.gateway.retired == [.remote(appA)])
        device.restartDevice()
        device.send(.account("me"))
        device.send(.connected)
        #expect(device.gateway.retired == [.remote(appA), .remote(appA)])
        device.install(.test(appA))
        device.open(appA)
        device.registerForPushes(appA)
        device.send(.issued(.remote(appA), token: "t2"))
        #expect(device.tokens(appA) == ["t1", "t2"])
    }

    @Test("Tokens of so many uninstalled apps are remembered, and no more")
    func manyUninstalled() {
        let device = device()
        device.send(.disconnected)
        for number in 0...Limits.retiredTokens {
            let app = AppID(literal: "App\(number)")
            device.install(.test(app))
            device.open(app)
            device.registerForPushes(app)
            device.ask { .uninstall(app, $0) }
        }
        #expect(device.machine.pushes.registrations.count == Limits.retiredTokens)
    }

    @Test("With another account, tokens and sequences begin anew", .behaviour("R1"))
    func account() {
        let device = device()
        device.registerForPushes(appA)
        device.send(.issued(.remote(appA), token: "t1"))
        device.receive(appA, alert: false, contentAvailable: true, sequence: 7)
        device.send(.account("me"))
        #expect(device.machine.pushToken(of: appA) == "t1")
        device.send(.account("another"))
        #expect(device.machine.pushToken(of: appA) == nil)
        device.send(.connected)
        #expect(device.gateway.requested == [.remote(appA), .remote(appA)])
        device.receive(appA, alert: false, contentAvailable: true, sequence: 1)
        #expect(device.machine.pushReceipts.count == 2, "not the other gateway's first")
        #expect(device.gateway.acknowledged == [7, 1])
        device.send(.account(nil))
        #expect(device.machine.pushes.account == nil)
        device.restartDevice()
        #expect(device.machine.pushes.account == nil && device.machine.isRegisteredForPushes(appA))
    }
}
