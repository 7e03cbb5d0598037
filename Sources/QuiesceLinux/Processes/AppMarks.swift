/// The environment variables that mark an app's first process: by them it is found where no cgroup
/// tells.
package struct AppMarks: Sendable, Hashable {
    /// `$QUIESCE_HOME`, absolute.
    package let home: String
    package let app: String
    /// The launch's number.
    package let launch: String

    package init(home: String, app: String, launch: String) {
        self.home = home
        self.app = app
        self.launch = launch
    }

    /// Reads an environment; nil: it isn't an app's of this device.
    package init?(_ environment: [Substring], home: String) {
        guard environment.contains("\(Self.home)=\(home)"),
            let app = Self.value(of: Self.app, in: environment),
            let launch = Self.value(of: Self.launch, in: environment)
        else { return nil }
        self.init(home: home, app: String(app), launch: String(launch))
    }

    package var variables: [String] {
        ["\(Self.home)=\(home)", "\(Self.app)=\(app)", "\(Self.launch)=\(launch)"]
    }

    // Sources/quiesce-keeper looks for the first and the last, too.
    private static let home = "QUIESCE_HOME"
    private static let app = "QUIESCE_APP_ID"
    private static let launch = "QUIESCE_LAUNCH"

    private static func value(of name: String, in environment: [Substring]) -> Substring? {
        environment.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
}
