import CQuiesceLinux
import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux

/// The installed bundles and the apps' containers: `bundles/<app>` and `containers/<app>`.
///
/// A bundle is copied beside its place, checked there, and put in place by one rename, when the
/// core says so. Copying and deleting happen on the worker.
final class BundleShelf {
    private let bundles: CInt
    private let containers: CInt
    private let containersPath: String
    private let directory: StateDirectory
    private let users: AppUsers?
    private let loop: EventLoop
    private let worker: Worker
    private var lastStage: UInt64

    init(_ directory: StateDirectory, users: AppUsers?, loop: EventLoop, worker: Worker) {
        self.directory = directory
        bundles = directory.descriptor(of: .bundles)
        containers = directory.descriptor(of: .containers)
        containersPath = directory.path(of: .containers)
        self.users = users
        self.loop = loop
        self.worker = worker
        // Later than any stage of an earlier daemon: they are in the journal.
        lastStage = UInt64(clamping: LinuxClock.now().wall.nanoseconds)
        // Apps of their own user reach their container and executable by name.
        for folder in [bundles, containers] { fchmod(folder, 0o711) }
    }

    func containerPath(_ app: AppID) -> String { "\(containersPath)/\(app)" }

    /// Copies and checks the bundle that `source` is open on; the caller may close it at once.
    func stage(
        _ source: CInt,
        completion: @escaping (Result<(AppManifest, StagedBundle), BundleError>) -> Void
    ) {
        lastStage += 1
        let stage = StagedBundle(lastStage)
        let copy = fcntl(source, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            return completion(.failure(BundleError(.inputOutput, "\(SystemCallError("dup"))")))
        }
        let bundles = bundles
        loop.perform(on: worker) { () -> Result<AppManifest, BundleError> in
            defer { close(copy) }
            do throws(BundleError) {
                let manifest = try BundleInstaller.copy(
                    from: copy, to: bundles, as: "\(stage).copying")
                let name = Self.name(stage, manifest.id)
                guard renameat(bundles, "\(stage).copying", bundles, name) == 0 else {
                    return .failure(
                        BundleError(.inputOutput, "\(SystemCallError("rename \(name)"))"))
                }
                fsync(bundles)
                return .success(manifest)
            } catch {
                return .failure(error)
            }
        } then: { result in
            completion(result.map { ($0, stage) })
        }
    }

    /// Puts a staged bundle in place, and makes the app's container if it has none. What it
    /// replaces is deleted. Should the machine lose power before the rename is on disk, the staged
    /// copy is still there, and `reconcile` puts it in place.
    func activate(_ stage: StagedBundle, _ app: AppID) {
        let staged = Self.name(stage, app)
        if ql_exchange(bundles, staged, app.name) == 0 {
            delete(staged, bundles)
        } else {
            _ = renameat(bundles, staged, bundles, app.name)
        }
        let owner = users.map { $0.user(of: app) }
        try? Container.create(in: containers, name: app.name, owner: owner.map { ($0.uid, $0.gid) })
    }

    func discard(_ stage: StagedBundle) {
        for name in Self.names(in: bundles) where name.hasPrefix("\(stage).") {
            delete(name, bundles)
        }
    }

    /// Deletes bundle and container. They are out of the way at once; deleting takes its time.
    func remove(_ app: AppID) {
        for folder in [bundles, containers] {
            lastStage += 1
            let doomed = "\(lastStage).removed"
            if renameat(folder, app.name, folder, doomed) == 0 { delete(doomed, folder) }
        }
        users?.forget(app)
    }

    /// At a start: finishes what an earlier daemon was doing when it died. `installed` is the truth.
    ///
    /// - Parameter kept: whose bundles and containers aren't deleted.
    func reconcile(_ installed: [AppManifest], keeping kept: Set<AppID>) {
        for manifest in installed {
            if isInPlace(manifest) { continue }
            let staged = Self.names(in: bundles).filter { Self.app(ofStage: $0) == manifest.id }
            guard let newest = staged.max(), let stage = UInt64(newest.prefix { $0 != "." }) else {
                continue
            }
            activate(StagedBundle(stage), manifest.id)
        }
        let apps = Set(kept.map(\.name))
        for folder in [bundles, containers] {
            for name in Self.names(in: folder) where !apps.contains(name) { delete(name, folder) }
        }
    }

    /// What the bundles in place declare, for when nobody remembers what was installed.
    static func manifests(in bundles: CInt) -> [AppManifest] {
        names(in: bundles).sorted().compactMap { name in
            let fd = openat(bundles, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard fd >= 0 else { return nil }
            defer { close(fd) }
            guard let manifest = try? BundleReader.manifest(of: fd), manifest.id.name == name else {
                return nil
            }
            return manifest
        }
    }

    private func isInPlace(_ manifest: AppManifest) -> Bool {
        let fd = openat(bundles, manifest.id.name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard fd >= 0 else { return false }
        defer { close(fd) }
        return (try? BundleReader.manifest(of: fd)) == manifest
    }

    private func delete(_ name: String, _ folder: CInt) {
        worker.submit { try? TreeRemover.remove(name, in: folder) }
    }

    /// `<number>.<app>`, numbered by the clock in nanoseconds, so that two never meet.
    private static func name(_ stage: StagedBundle, _ app: AppID) -> String { "\(stage).\(app)" }

    private static func app(ofStage name: String) -> AppID? {
        guard let dot = name.firstIndex(of: "."), UInt64(name[..<dot]) != nil else { return nil }
        return AppID(String(name[name.index(after: dot)...]))
    }

    private static func names(in folder: CInt) -> [String] {
        ProcFile.names(in: "/proc/self/fd/\(folder)")
    }
}
