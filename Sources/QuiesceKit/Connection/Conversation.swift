import QuiesceWire

/// An app's part in its conversation with a device: what it is told is noted, or done. How the
/// messages come and go is no matter here.
@MainActor package struct Conversation {
    private let application: UIApplication
    private let link: DaemonLink

    /// The result of handling a message.
    package enum Outcome {
        /// It is noted.
        case heard
        /// A callback ran.
        case calledBack
        /// `applicationWillTerminate` has returned, and the process is to exit (W3).
        case terminates
        /// The device doesn't know this process as an app, or speaks another language.
        case isRefused
    }

    package init(of application: UIApplication) {
        self.application = application
        link = application.link
    }

    /// - Parameter descriptors: what came with it. Who takes one out closes it; what is left is the
    ///   caller's.
    package func take(
        _ message: MessageToApp, _ descriptors: inout [Int32]
    ) -> Outcome {
        switch message {
        case .welcome(let welcome):
            link.change { $0.welcomed(welcome) }
            UIDevice.current.followTimeZone()
            for room in application.rooms { room.welcomed(welcome) }
        case .deliver(let delivery):
            return run(delivery)
        case .ack(let request):
            link.change { $0.acknowledged(request) }
            for room in application.rooms { room.acknowledged(request) }
        case .backgroundTime(let deadline, let isOver):
            link.change {
                $0.backgroundDeadline = deadline
                $0.isBackgroundTimeOver = isOver
            }
        case .session(let session): application.transfers.opened(session)
        case .progress(let progress): application.transfers.progressed(progress)
        case .notifications(let known): application.notifications.told(known)
        case .deliveredNotifications(let page): application.notifications.told(page)
        case .motion(let update): application.room(MotionSensors.self).take(update)
        case .location(let update): application.room(LocationServices.self).take(update)
        case .audio(let update): application.room(AudioServices.self).take(update)
        case .accessory(let update):
            application.room(AccessoryServices.self).take(update, descriptors.popLast())
        case .bluetooth(let update): application.room(BluetoothServices.self).take(update)
        case .schemes(let schemes, let continues):
            application.room(AppLinks.self).told(schemes, continues: continues)
        case .domains(let domains, let continues):
            application.room(AppLinks.self).told(domains: domains, continues: continues)
        case .error(let code, let message):
            note("quiesced refused a message: \(message) (\(code.rawValue))")
            if code.isAboutScene { link.change { $0.sceneWasRefused() } }
            if code == .notAnApp || code == .unsupportedVersion { return .isRefused }
        }
        return .heard
    }

    /// As `take`, of what comes without descriptors.
    package func take(_ message: MessageToApp) -> Outcome {
        var none: [Int32] = []
        return take(message, &none)
    }

    private func run(_ delivery: MessageToApp.Delivery) -> Outcome {
        guard link.change({ $0.receive(delivery) }) else { return .heard }
        application.perform(delivery.call)
        link.change { $0.handled(delivery.seq) }
        if case .willTerminate = delivery.call { return .terminates }
        return .calledBack
    }
}
