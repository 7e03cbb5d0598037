import Foundation
import QuiesceBus
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

/// News for the object's thread, from others.
enum ObjectNews: Sendable {
    case device(DeviceNews)
    case answered(UInt64, Result<DeviceReply, DeviceRefusal>)
}

/// The object on the bus. Belongs to one thread; nothing in it waits, and everything that others
/// do comes as news.
final class DeviceObject {
    static let properties = "org.freedesktop.DBus.Properties"
    private static let introspectable = "org.freedesktop.DBus.Introspectable"

    let bus: MessageBus
    private let mailbox: Mailbox<ObjectNews>
    private let paths: DevicePaths
    private let patience: Int
    var history = DeviceHistory()
    private var trouble: String?
    /// Calls that the daemon is to answer.
    private var calls: [UInt64: KeptCall] = [:]
    private var lastCall: UInt64 = 0
    private var served: ServedName!
    private let newsDeadline: UInt64

    init(
        _ bus: MessageBus, _ mailbox: Mailbox<ObjectNews>, _ paths: DevicePaths,
        idleSeconds: UInt64, patience: Int
    ) throws(BusError) {
        self.bus = bus
        self.mailbox = mailbox
        self.paths = paths
        self.patience = patience
        newsDeadline = BusClock.now() + DeviceBusLimits.firstNewsSeconds * 1_000_000
        try bus.serve(DeviceInterface.path) { [unowned self] in called($0) }
        served = try ServedName(DeviceInterface.name, on: bus, idleSeconds: idleSeconds) {
            [unowned self] in !calls.isEmpty
        }
    }

    /// Why it can't serve.
    var failure: Failure? {
        switch served.refusal {
        case .hasAnother:
            .refused("another quiesce-bus serves this bus; end it first, or leave it to that")
        case .error(let why): .refused("the bus gives no name: \(why)")
        case nil: nil
        }
    }

    /// It has ended by itself: nobody needs it.
    var isOver: Bool { served.isOver }

    // MARK: Time

    /// The time of the next turn, in microseconds of CLOCK_MONOTONIC.
    var deadline: UInt64 { served.isTaken ? served.deadline : newsDeadline }

    func turn() {
        if !served.isTaken, BusClock.now() >= newsDeadline { takeName() }
        attempt { () throws(BusError) in try served.turn() }
    }

    private func takeName() { attempt { () throws(BusError) in try served.claim() } }

    // MARK: News

    func hear(_ news: ObjectNews) {
        switch news {
        case .device(let news): hear(news)
        case .answered(let number, let result):
            served.works()
            if let call = calls.removeValue(forKey: number) { answer(call.message, result) }
        }
    }

    private func hear(_ news: DeviceNews) {
        switch news {
        case .gone(let why):
            if why != trouble { log("the device can't be followed: \(why)") }
            trouble = why
        case .view: trouble = nil
        case .began, .decided, .notification, .lists: break
        }
        tell(history.take(news))
        switch news {
        case .gone, .view: if !served.isTaken { takeName() }
        case .began, .decided, .notification, .lists: break
        }
    }

    // MARK: Calls

    private func called(_ call: borrowing BusMessage) {
        guard let (interface, name) = call.method else { return }
        served.isCalled(by: call.sender)
        switch (interface, name) {
        case (Self.introspectable, "Introspect"):
            answer(call) { answer throws(BusError) in try answer.append(Introspection.device) }
        case (Self.properties, _): calledProperties(name, call)
        case (DeviceInterface.interface, _), (nil, _):
            guard let method = DeviceInterface.Method(rawValue: name) else {
                return refuse(
                    call, "UnknownMethod", "\(DeviceInterface.interface) has no method \(name)")
            }
            pass(on: call, method)
        case (let interface?, _):
            refuse(call, "UnknownInterface", "there is no interface \(interface) here")
        }
    }

    /// Has the daemon answer it, and others meanwhile.
    private func pass(on call: borrowing BusMessage, _ method: DeviceInterface.Method) {
        let (signature, count) = method.arguments
        guard let arguments = arguments(call, signature, count: count) else { return }
        guard calls.count < DeviceBusLimits.requests else {
            let busy = DeviceRefusal(
                "Busy", "\(DeviceBusLimits.requests) calls wait for the daemon; try again later")
            return answer(call, .failure(busy))
        }
        lastCall += 1
        let number = lastCall
        calls[number] = KeptCall(call)
        let request = DeviceRequest(method: method, arguments: arguments)
        let thread = Thread { @Sendable [mailbox, paths, patience] in
            mailbox.add(.answered(number, request.answer(paths, patience: patience)))
        }
        thread.name = "quiesce-call"
        thread.start()
    }
}
