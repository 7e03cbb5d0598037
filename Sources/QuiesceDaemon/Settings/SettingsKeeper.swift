import QuiesceCore
import QuiesceWire

/// Apps' settings, read and written off the loop, one after the other. Belongs to the loop's
/// thread.
final class SettingsKeeper {
    /// The folder of all containers.
    private let containers: CInt
    private let loop: EventLoop
    private let worker: Worker

    init(containers: CInt, loop: EventLoop, worker: Worker) {
        self.containers = containers
        self.loop = loop
        self.worker = worker
    }

    /// Calls `then` on the loop.
    func rows(
        of app: AppID, then: @escaping (Result<[SettingRow], SettingsError>) -> Void
    ) {
        let file = SettingsFile(containers: containers, app: app)
        loop.perform(on: worker) {
            Result { () throws(SettingsError) in try file.rows() }
        } then: {
            then($0)
        }
    }

    /// Calls `then` on the loop once it is on disk, with what stands for all settings of the app
    /// before and after.
    func set(
        _ app: AppID, _ key: String, to value: SettingValue?,
        then: @escaping (Result<(from: UInt64, to: UInt64), SettingsError>) -> Void
    ) {
        let file = SettingsFile(containers: containers, app: app)
        loop.perform(on: worker) {
            Result { () throws(SettingsError) in try file.set(key, to: value) }
        } then: {
            then($0)
        }
    }
}
