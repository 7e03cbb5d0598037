import QuiesceCore
import QuiesceWire

extension Device {
    /// A callback as its app hears it. What its capability alone knows of it is added in that one's
    /// folder.
    func wireCall(_ call: AppCall) -> MessageToApp.Call {
        switch call {
        case .finishLaunching(let toForeground, let cause, let previousExit):
            .finishLaunching(launch(toForeground, cause, previousExit))
        case .didBecomeActive: .didBecomeActive
        case .willResignActive: .willResignActive
        case .didEnterBackground(let deadline): .didEnterBackground(deadline: deadline.nanoseconds)
        case .willEnterForeground: .willEnterForeground
        case .memoryWarning: .memoryWarning
        case .willTerminate: .willTerminate
        case .expireTasks(let tasks): .expireTasks(tasks.map(\.value))
        case .systemEvents(let events, let device):
            .systemEvents(events.map(\.rawValue), device: device.wire(on: ownScreen))
        case .permission(let permission, let state):
            .permission(permission.rawValue, state: state.rawValue)
        case .input(let input): .input(input)
        case .expireWake(let wake): .expireWake(wake: wake.value)
        case .performFetch(let wake): .performFetch(wake: wake.value)
        case .backgroundTask(let wake, let identifier): backgroundTask(wake, identifier)
        case .fetchRefused(let refusal): refusal.call
        case .remoteNotification(let wake, let handle): remoteNotification(wake, handle)
        case .transfer(let call): .transfer(wireCallback(call))
        case .notification(let call): .notification(wireCallback(call))
        case .push(let call): .push(wireCallback(call))
        case .location(let call): .location(wake: call.wake?.value, news: call.news)
        case .audio(let call): .audio(wake: call.id.value, order: call.order)
        case .voip(let call): .voip(wake: call.id.value, news: call.news)
        case .accessories(let call): .accessories(wake: call.id?.value, news: call.news)
        case .bluetooth(let call): .bluetooth(wake: call.wake?.value, news: call.news)
        case .link(let call): .link(call.callback)
        case .continued(let call): .continued(call.callback)
        }
    }

    private func launch(
        _ toForeground: Bool, _ cause: LaunchCause, _ previousExit: Reason?
    ) -> MessageToApp.LaunchContext {
        var launch = MessageToApp.LaunchContext(
            state: toForeground ? .inactive : .background, reason: .user,
            previousExit: previousExit?.rawValue)
        switch cause {
        case .user: break
        case .fetch: launch.reason = .fetch
        case .transfer: launch.reason = .transfer
        case .backgroundTask: launch.reason = .backgroundTask
        case .location: launch.reason = .location
        case .audio: launch.reason = .audio
        case .voip: launch.reason = .voip
        case .voipPush: launch.reason = .voipPush
        case .bluetooth(let centrals, let peripherals):
            launch.reason = .bluetooth
            launch.bluetoothCentrals = centrals.isEmpty ? nil : centrals
            launch.bluetoothPeripherals = peripherals.isEmpty ? nil : peripherals
        case .remoteNotification(let handle, let opened):
            launch.reason = .remoteNotification
            launch.push = payload(handle)
            launch.shown = opened.flatMap(content)
            launch.notificationDate = opened.flatMap(date)
        case .notificationAction: launch.reason = .notificationAction
        case .link(let link):
            launch.reason = link.launchReason
            launch.link = link
        case .localNotification(let id, let handle):
            launch.reason = .localNotification
            launch.notification = content(of: id, handle)
            launch.notificationDate = date(of: id)
        }
        return launch
    }
}
