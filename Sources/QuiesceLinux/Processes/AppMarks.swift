import Glibc

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

    // MARK: Adopted processes

    // Sources/quiesce-keeper looks for it, too.
    private static let adopted = "QUIESCE_ADOPTED"

    /// The variable by which a program that ran already is named to the process that speaks for it.
    package static func variable(ofAdopted pid: pid_t, startTime: UInt64) -> String {
        "\(adopted)=\(pid) \(startTime)"
    }

    /// The process that an environment names so.
    ///
    /// - Returns: nil: it names none.
    package static func adopted(in environment: [Substring]) -> (pid: pid_t, startTime: UInt64)? {
        let numbers = value(of: adopted, in: environment)?.split(separator: " ") ?? []
        guard numbers.count == 2, let pid = pid_t(numbers[0]), let time = UInt64(numbers[1]) else {
            return nil
        }
        return (pid, time)
    }

    private static func value(of name: String, in environment: [Substring]) -> Substring? {
        environment.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
}
