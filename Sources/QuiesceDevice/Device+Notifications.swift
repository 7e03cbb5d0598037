import QuiesceCore
import QuiesceWire

// Notifications and fetches: between the core, which knows a notification by number, and apps, who know
// what it says.
extension Device {
    /// Takes what an app asks of its notifications; `AppChannel` has checked it.
    package func take(_ demand: NotificationDemand, request: UInt64, from key: ProcessKey) {}

    /// Takes what an app asks of its fetches; `AppChannel` has checked it.
    package func take(_ demand: FetchDemand, request: UInt64, from key: ProcessKey) {}

    func carryOut(_ effect: NotificationEffect) {}

    func wireCallback(_ call: NotificationCall) -> NotificationCallback {
        switch call {
        case .received(_, _, let opened): .received(NotificationContent(name: ""), opened: opened)
        case .dropped(let names): .dropped(names)
        }
    }
}
