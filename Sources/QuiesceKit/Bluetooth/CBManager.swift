import Foundation
import QuiesceWire

/// Whether Bluetooth can be used, for an app.
public enum CBManagerState: Int, Sendable {
    /// It isn't known yet: the user hasn't been asked, or the adapter hasn't said.
    case unknown = 0
    /// The connection to the adapter is lost for a moment.
    case resetting = 1
    /// There is no adapter.
    case unsupported = 2
    /// The user doesn't let the app (U4).
    case unauthorized = 3
    /// Bluetooth is off.
    case poweredOff = 4
    /// Bluetooth is on, and the app may use it.
    case poweredOn = 5
}

/// Whether the user lets the app use Bluetooth (U4).
public enum CBManagerAuthorization: Int, Sendable {
    /// The user hasn't been asked yet.
    case notDetermined = 0
    /// The user can't allow it.
    case restricted = 1
    /// The user doesn't let the app use Bluetooth.
    case denied = 2
    /// The user lets the app use Bluetooth.
    case allowedAlways = 3
}

/// The base class of central and peripheral managers. On the main thread.
@preconcurrency @MainActor open class CBManager {
    let services: BluetoothServices
    /// By which the daemon knows it.
    let name: String
    /// It outlasts the launch (B3).
    let restores: Bool
    /// The daemon has said what there is to be restored, so the delegate may be called.
    var isOpen = false
    private var toldState: CBManagerState?

    init(_ services: BluetoothServices, restoreIdentifier: String?) {
        self.services = services
        name = restoreIdentifier ?? services.newName()
        restores = restoreIdentifier != nil
    }

    /// `.poweredOn` from when on the rest can be used; the delegate is told of each change.
    open var state: CBManagerState { toldState ?? .unknown }

    /// As the user has decided.
    open class var authorization: CBManagerAuthorization {
        UIApplication.shared.room(BluetoothServices.self).authorization
    }

    /// As the user has decided.
    open var authorization: CBManagerAuthorization { services.authorization }

    /// Tells the delegate, once it has been told what there was to be restored.
    func settle() {
        guard isOpen else { return }
        let now = services.state
        guard now != toldState else { return }
        toldState = now
        stateChanged()
    }

    /// The delegate is to be told of `state`.
    func stateChanged() {}
    var role: BluetoothRole { .central }
    /// All that it wants, for a daemon that may not know of it.
    var wanted: [BluetoothRequest] { [] }
    func take(_ news: BluetoothNews) {}
}
