import QuiesceCore

/// One life of one app's processes.
public struct ProcessKey: Sendable, Hashable, CustomStringConvertible {
    public let app: AppID
    public let launch: Launch

    public init(app: AppID, launch: Launch) {
        self.app = app
        self.launch = launch
    }

    /// `<app>.<launch>`: the name of its cgroup.
    public var description: String { "\(app).\(launch)" }

    /// Parses `description`; nil when `name` isn't one.
    public init?(name: some StringProtocol) {
        guard let dot = name.lastIndex(of: "."), let app = AppID(String(name[..<dot])),
            let number = UInt64(name[name.index(after: dot)...]),
            String(number) == name[name.index(after: dot)...]
        else { return nil }
        self.init(app: app, launch: Launch(number: number))
    }
}
