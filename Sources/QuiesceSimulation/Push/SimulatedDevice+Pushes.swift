import Foundation
import QuiesceCore
import QuiesceShell

// Pushes of tools, which need no gateway.
extension SimulatedDevice {
    /// Sends a push: its payload goes to disk first.
    package func push(
        _ app: AppID, payload: Data = Data("{}".utf8), contentAvailable: Bool = true,
        reply: ((Answer) -> Void)? = nil
    ) {
        push(
            app, payload: payload, PushContent(contentAvailable: contentAvailable), reply: reply)
    }

    /// Sends a push, of which `aps` says what it asks for.
    package func send(
        _ payload: Data, _ type: PushType = .remote, to app: AppID,
        reply: ((Answer) -> Void)? = nil
    ) {
        push(
            app, type, payload: payload, PushContent(payload) ?? PushContent(), reply: reply)
    }

    private func push(
        _ app: AppID, _ type: PushType = .remote, payload: Data, _ content: PushContent,
        reply: ((Answer) -> Void)?
    ) {
        daemon { device in
            // The handle of the notification that the push presents comes after the push's own.
            let handle = PayloadHandle(device.lastTicket + 1)
            let request = requests?.underway
            device.askPush(app, type, payload: payload, content) { [unowned self] answer in
                // A dead daemon answers nobody.
                guard !isCut else { return }
                requests?.answered(request)
                if let ticket = watch.ticketOfPayload.removeValue(forKey: handle) {
                    watch.answered(ticket, answer, self)
                }
                reply?(answer)
            }
            requests?.has(handle, request)
        }
    }
}

/// Pushes of a tool that show nothing.
struct SilentPushes: StepBody {
    var place: Int
    var contentAvailable: Bool
    var times: Int

    var app: Int? { place }
    /// Each is a request of its own, and asked again by itself.
    var isRequest: Bool { times == 1 }
    var isDoneOnce: Bool { true }

    func perform(on device: SimulatedDevice) {
        if times == 1 {
            return device.push(device.apps[place].id, contentAvailable: contentAvailable)
        }
        for _ in 0..<times {
            device.perform(.push(app: place, contentAvailable: contentAvailable, times: 1))
        }
    }
}
