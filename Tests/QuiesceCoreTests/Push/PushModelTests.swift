import TestSupport
import Testing

@testable import QuiesceCore

/// Whatever becomes of apps, daemons and devices: every push has one verdict, and none is lost.
@Suite struct PushModelTests {
    @Test(
        "Pushes of every kind among everything else, at random", .behaviour("R1", "R4", "R5", "U2"),
        arguments: 1...40 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let profile = [PolicyProfile.ios4, .ios7, .ios8, .generous][Int(seed % 4)]
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.send(.account("me"))
        device.send(.connected)
        for app in [appA, appB] {
            device.open(app)
            device.registerForPushes(app)
        }
        var sent: [PushID] = []
        var verdicts: [PushID: PushReceipt.Outcome] = [:]
        var unacknowledged: Set<UInt64> = []

        func check(_ step: Comment) {
            for receipt in device.machine.pushReceipts {
                if let before = verdicts[receipt.id] {
                    // An app that ended before it had dealt with what it was told: shown after all.
                    let isCorrected = before == .told
                    #expect(receipt.outcome == before || isCorrected, "two verdicts, \(step)")
                }
                let isPending = device.machine.pushes[receipt.id] != nil
                if !isPending { #expect(receipt.outcome.isVerdict, "lost, \(step)") }
                if receipt.outcome.isVerdict, !isPending { verdicts[receipt.id] = receipt.outcome }
            }
            for push in device.machine.pushes.pending.map(\.value) {
                #expect(device.stored[Fact.key(push: push.id)] == .push(push), step)
            }
            let held = device.machine.pushes.pending.map(\.value).filter(\.isHeld).map(\.push.app)
            #expect(Set(held).count == held.count, "newer ones take the place of older, \(step)")
            #expect(Set(device.gateway.acknowledged).isSuperset(of: unacknowledged), step)
        }

        for count in 0..<120 {
            let app = [appA, appB][random.below(2)]
            let other = [appA, appB][random.below(2)]
            let step: Comment
            switch random.below(20) {
            case 0...7:
                step = "\(count) push"
                let last = device.machine.pushes.last
                let isAgain = random.below(5) == 0 && device.gateway.sequence > 0
                let push = device.receive(
                    app, alert: random.below(2) == 0, contentAvailable: random.below(3) > 0,
                    badge: random.below(4) == 0 ? Int32(random.below(3)) : nil,
                    collapse: [nil, "a", "b"][random.below(3)],
                    expires: random.below(4) == 0 ? .seconds(Int64(random.below(2_000))) : nil,
                    sequence: isAgain ? device.gateway.sequence : nil)
                #expect((device.machine.pushes.last == last) == isAgain, step)
                if !isAgain { sent.append(push) }
                unacknowledged.insert(device.gateway.sequence)
            case 8:
                step = "\(count) tool"
                if device.push(app) == .done { sent.append(PushID(device.machine.pushes.last)) }
            case 9:
                step = "\(count) open"
                device.open(app)
            case 10:
                step = "\(count) home"
                device.home()
            case 11:
                step = "\(count) quit"
                device.quit(app)
            case 12:
                step = "\(count) behaviour"
                device.behaviours[app] =
                    [
                        AppBehaviour(), AppBehaviour(completesAfter: .seconds(5)),
                        AppBehaviour(completesAfter: nil),
                        AppBehaviour(dies: ["didReceiveRemoteNotification": .signalled(11)]),
                        .ignoring("didReceiveRemoteNotification"),
                        AppBehaviour(slow: ["didFinishLaunching": .seconds(2)]),
                    ][random.below(6)]
            case 13:
                step = "\(count) sleep"
                device.ask { device.machine.isAsleep ? .wake($0) : .sleep($0) }
            case 14:
                step = "\(count) daemon"
                try device.restartDaemon(after: .seconds(Int64(random.below(5))))
            case 15:
                step = "\(count) device"
                if random.below(3) == 0 { device.restartDevice() }
            case 16:
                step = "\(count) user"
                if let id = device.desktop.visible.first {
                    if random.below(2) == 0 { device.choose(id) } else { device.dismiss(id) }
                }
            case 17:
                step = "\(count) install"
                if random.below(2) == 0 {
                    device.install(
                        .test(
                            app, modes: random.below(4) == 0 ? [] : [.fetch, .remoteNotification]))
                } else if random.below(4) == 0 {
                    device.ask { .uninstall(other, $0) }
                    device.install(.test(other))
                }
            case 18:
                step = "\(count) allow"
                device.permit(
                    app, [.notifications, .backgroundRefresh][random.below(2)],
                    random.below(3) == 0 ? .denied : .authorized)
                if device.processes[app]?.connected == true, device.processes[app]?.frozen == false
                {
                    device.register(app, [.alert, .badge])
                }
            default:
                step = "\(count) time"
                device.advance(by: .seconds(Int64(random.below([5, 100, 2_000][random.below(3)]))))
            }
            check(step)
        }
        // A day of peace: nothing is left that waits.
        device.behaviours = [:]
        for app in [appA, appB] where device.processes[app]?.stuck == true {
            device.die(app, .signalled(9))
        }
        device.home()
        device.ask { .wake($0) }
        device.advance(by: .seconds(86_400))
        check("at the end")
        #expect(device.machine.pushes.pending.isEmpty, "\(device.machine.pushes.pending)")
        #expect(sent.count > 20 && Set(sent).count == sent.count)
        #expect(Set(verdicts.keys) == Set(sent))
        let shown = device.machine.notifications.ids.flatMap {
            device.machine.notifications[$0]?.payloads ?? []
        }
        #expect(device.payloads == Set(shown))
    }
}
