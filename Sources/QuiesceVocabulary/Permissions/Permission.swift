/// A permission of an app, each with a switch of its own (U4).
// derive: json
public enum Permission: String, Sendable, Hashable, CaseIterable {
    case notifications, location, microphone, bluetooth
    /// Launching and resuming it in the background (F8).
    case backgroundRefresh
    /// A hosted program's thaws by schedule (Y1).
    case scheduledThaw
    /// A hosted program runs on out of sight while it has work (Y4).
    case backgroundWork

    /// Those that an app is told of, in the order in which it is.
    package static let ofApps = allCases.filter { $0 != .scheduledThaw && $0 != .backgroundWork }

    /// While the user hasn't said.
    package var initially: PermissionState {
        switch self {
        case .notifications, .location, .microphone, .bluetooth: .notDetermined
        case .backgroundRefresh, .scheduledThaw, .backgroundWork: .authorized
        }
    }

    /// A state that it has: at the beginning it may be another than `notDetermined`, and only
    /// location knows "in use".
    package func nearest(to state: PermissionState) -> PermissionState {
        switch state {
        case .notDetermined: initially
        case .authorizedWhenInUse: self == .location ? state : .authorized
        case .denied, .authorized: state
        }
    }

    /// Whether an app may ask the user for it.
    package var isAskedFor: Bool { initially == .notDetermined }
}

/// The words are UIKit's and CoreLocation's.
// derive: json
public enum PermissionState: String, Sendable, Hashable, CaseIterable {
    case notDetermined, denied, authorized
    /// The app may know the location while it is in use, and not in the background (U4).
    case authorizedWhenInUse
}

/// The permissions of one app. Only those that differ from the beginning are kept.
// derive: json
public struct AppPermissions: Sendable, Hashable {
    var notifications: PermissionState?
    var location: PermissionState?
    var microphone: PermissionState?
    var bluetooth: PermissionState?
    var backgroundRefresh: PermissionState?
    var scheduledThaw: PermissionState?
    var backgroundWork: PermissionState?

    public init() {}

    public package(set) subscript(permission: Permission) -> PermissionState {
        get { self[keyPath: Self.path(permission)] ?? permission.initially }
        set {
            self[keyPath: Self.path(permission)] =
                newValue == permission.initially ? nil : newValue
        }
    }

    private static func path(
        _ permission: Permission
    ) -> WritableKeyPath<AppPermissions, PermissionState?> & Sendable {
        switch permission {
        case .notifications: \.notifications
        case .location: \.location
        case .microphone: \.microphone
        case .bluetooth: \.bluetooth
        case .backgroundRefresh: \.backgroundRefresh
        case .scheduledThaw: \.scheduledThaw
        case .backgroundWork: \.backgroundWork
        }
    }
}

/// An app's permissions, where the user has decided anything.
// derive: json
public struct PermissionsFact: Sendable, Hashable {
    public var app: AppID
    public var permissions: AppPermissions

    package init(app: AppID, permissions: AppPermissions) {
        self.app = app
        self.permissions = permissions
    }
}
