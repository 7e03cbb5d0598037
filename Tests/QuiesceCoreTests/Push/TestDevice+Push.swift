import Testing

@testable import QuiesceCore

extension PolicyProfile {
    /// Nobody runs out of silent pushes.
    static let generous: PolicyProfile = {
        var profile = ios8
        profile.silentPushesPerHour = 1_000_000
        return profile
    }()
}

extension TestDevice {
    func send(_ event: PushServiceEvent) {
        send(.pushService(event))
        run()
    }

    /// A gateway's push.
    ///
    /// - Parameter alert: whether it has one; it is silent without.
    /// - Parameter expires: from now; nil: never.
    /// - Parameter sequence: nil: the next.
    @discardableResult
    func receive(
        _ app: AppID, alert: Bool, contentAvailable: Bool = false, badge: Int32? = nil,
        collapse: String? = nil, expires: Interval? = nil, sequence: UInt64? = nil
    ) -> PushID {
        gateway.sequence = max(gateway.sequence, sequence ?? gateway.sequence + 1)
        let sequence = sequence ?? gateway.sequence
        let payload = newPayload()
        var types: NotificationTypes = alert ? [.alert, .sound] : []
        if badge != nil { types.insert(.badge) }
        let content = types.isEmpty ? nil : newPayload()
        let push = NewPush(
            app: app, contentAvailable: contentAvailable, types: types, badge: badge,
            payload: payload, content: content,
            origin: PushOrigin(
                sequence: sequence, id: "id-\(sequence)", collapse: collapse,
                expires: expires.map { now.wall + $0 }))
        send(.push(push, nil))
        run()
        return PushID(machine.pushes.last)
    }

    /// - Parameter wants: it unregisters without.
    func registerForPushes(_ app: AppID, _ wants: Bool = true) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) {
            .pushService(
                .asked(app, process.launch, request: $0, wants ? .register : .unregister))
        }
    }

    // MARK: What tests look at

    /// The tokens that the app received, in order; nil: the app was told that it isn't registered.
    func tokens(_ app: AppID) -> [String?] {
        heard[app, default: []].compactMap {
            switch $0 {
            case .push(.registered(let token)): token
            case .push(.notRegistered): .some(nil)
            case _: nil
            }
        }
    }

    func outcome(_ push: PushID) -> PushReceipt.Outcome? {
        machine.pushReceipts.last { $0.id == push }?.outcome
    }

    /// How the wake-up for it ended.
    func result(_ push: PushID) -> Reason? {
        if case .woke(_, let result) = outcome(push) { result } else { nil }
    }

    /// The pushes of which something is shown now.
    var shownPushes: [PushID] {
        desktop.visible.compactMap { machine.notifications[$0]?.push?.id }
    }

    /// The pushes that the app's delegate received without a completion handler.
    func told(_ app: AppID) -> [(payload: PayloadHandle, opened: Bool)] {
        heard[app, default: []].compactMap {
            guard case .push(.received(_, let payload, let opened)) = $0 else { return nil }
            return (payload, opened)
        }
    }

    /// The wake-ups for pushes that it was called for.
    func wokenForPushes(_ app: AppID) -> Int {
        calls(app).count { $0 == AppCall.remoteNotification(WakeID(0), PayloadHandle(0)).name }
            - told(app).count
    }
}
