import CQuiesceLinux
import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux

/// The installed bundles and the apps' containers: `bundles/<app>` and `containers/<app>`.
///
/// A bundle is copied to `stages/<number>`, checked there, and put in place by one rename, when the
/// core says so. Copying and deleting happen on the worker. No name that an app may have stands for
/// anything but that app: stages have a folder of their own, and removed folders begin with a dot.
final class BundleStore {
    private let bundles: CInt
    private let containers: CInt
    private let stages: CInt
    private let containersPath: String
    private let users: AppUsers?
    private let loop: EventLoop
    private let worker: Worker
    private var lastStage: UInt64

    init(_ directory: StateDirectory, users: AppUsers?, loop: EventLoop, worker: Worker) {
        bundles = directory.descriptor(of: .bundles)
        containers = directory.descriptor(of: .containers)
        stages = directory.descriptor(of: .stages)
        containersPath = directory.path(of: .containers)
        self.users = users
        self.loop = loop
        self.worker = worker
        // Later than any stage of an earlier daemon: they are in the journal.
        lastStage = UInt64(clamping: LinuxClock.now().wall.nanoseconds)
        // Apps of their own user reach their container and executable by name.
        let mode: mode_t = users == nil ? 0o700 : 0o711
        for folder in [bundles, containers] { fchmod(folder, mode) }
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
        let stages = stages
        loop.perform(on: worker) { () -> Result<AppManifest, BundleError> in
            defer { close(copy) }
            do throws(BundleError) {
                let unfinished = "\(stage).copying"
                let manifest = try BundleInstaller.copy(from: copy, to: stages, as: unfinished)
                guard renameat(stages, unfinished, stages, "\(stage)") == 0 else {
                    let error = SystemCallError("rename \(unfinished)")
                    return .failure(BundleError(.inputOutput, "\(error)"))
                }
                fsync(stages)
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
    ///
    /// - Parameter manifest: what was accepted; the staged bundle is compared with it once more.
    /// - Returns: false when it is another, which is deleted: the app stays as it is.
    func activate(_ stage: StagedBundle, _ manifest: AppManifest) -> Bool {
        let isAccepted = Self.manifest("\(stage)", in: stages) == manifest
        if isAccepted { place("\(stage)", manifest.id) }
        discard(stage)
        return isAccepted
    }

    /// Apps with users of their own read no bundle but theirs.
    private func closeToOthers(_ bundle: String, in folder: CInt, _ app: AppID) {
        guard let user = users?.user(of: app) else { return }
        if fchownat(folder, bundle, 0, user.gid, AT_SYMLINK_NOFOLLOW) == 0 {
            fchmodat(folder, bundle, 0o750, 0)
        }
    }

    /// The bundle that it replaces gets the stage's name.
    private func place(_ stage: String, _ app: AppID) {
        closeToOthers(stage, in: stages, app)
        if ql_exchange(stages, stage, bundles, app.name) != 0 {
            _ = renameat(stages, stage, bundles, app.name)
        }
        let owner = users.map { $0.user(of: app) }
        try? Container.create(in: containers, name: app.name, owner: owner.map { ($0.uid, $0.gid) })
    }

    func discard(_ stage: StagedBundle) { delete("\(stage)", stages) }

    /// Deletes bundle and container. They are out of the way at once; deleting takes its time.
    func remove(_ app: AppID) {
        for folder in [bundles, containers] {
            lastStage += 1
            // Beside what it was, as each folder may be a file system of its own.
            let doomed = ".\(lastStage).removed"
            if renameat(folder, app.name, folder, doomed) == 0 { delete(doomed, folder) }
        }
        users?.forget(app)
    }

    /// At a start: finishes what an earlier daemon was doing when it died. `installed` is the
    /// truth.
    ///
    /// - Parameters:
    ///   - kept: whose bundles and containers aren't deleted.
    ///   - awaited: what is still to be activated, when the version before has ended.
    /// - Returns: the containers whose mode somebody had changed; they are the app's alone again.
    @discardableResult
    func reconcile(
        _ installed: [AppManifest], keeping kept: Set<AppID>, awaiting awaited: [StagedBundle] = []
    ) -> [String] {
        takeOverOldStages(besides: kept)
        let staged = Self.names(in: stages).compactMap { UInt64($0) }.sorted(by: >)
        for manifest in installed where Self.manifest(manifest.id.name, in: bundles) != manifest {
            let stage = staged.first { Self.manifest("\($0)", in: stages) == manifest }
            if let stage { place("\(stage)", manifest.id) }
        }
        // Older daemons left them open.
        for manifest in installed { closeToOthers(manifest.id.name, in: bundles, manifest.id) }
        let apps = Set(kept.map(\.name))
        for folder in [bundles, containers] {
            for name in Self.names(in: folder) where !apps.contains(name) { delete(name, folder) }
        }
        let wanted = Set(awaited.map { "\($0)" })
        for name in Self.names(in: stages) where !wanted.contains(name) { delete(name, stages) }
        return apps.sorted().filter(closeContainer)
    }

    private func closeContainer(_ name: String) -> Bool {
        var status = stat()
        guard fstatat(containers, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o777 != 0o700
        else { return false }
        return fchmodat(containers, name, 0o700, 0) == 0
    }

    /// Older daemons staged beside the bundles, as `<number>.<app>`. An app of theirs may have such
    /// a name, too.
    private func takeOverOldStages(besides kept: Set<AppID>) {
        for name in Self.names(in: bundles) where AppID(name).map(kept.contains) != true {
            guard let dot = name.firstIndex(of: "."), let number = UInt64(name[..<dot]),
                let app = Self.manifest(name, in: bundles)?.id.name,
                app == name[name.index(after: dot)...]
            else { continue }
            ql_rename_new(bundles, name, stages, "\(number)")
        }
    }

    /// The manifests of the bundles in place, for when nobody remembers which apps were installed.
    static func manifests(in bundles: CInt) -> [AppManifest] {
        names(in: bundles).sorted().compactMap { name in
            manifest(name, in: bundles).flatMap { $0.id.name == name ? $0 : nil }
        }
    }

    private static func manifest(_ bundle: String, in folder: CInt) -> AppManifest? {
        let fd = openat(folder, bundle, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        return try? BundleReader.manifest(of: fd)
    }

    private func delete(_ name: String, _ folder: CInt) {
        worker.submit { try? TreeRemover.remove(name, in: folder) }
    }

    private static func names(in folder: CInt) -> [String] {
        ProcFile.names(in: "/proc/self/fd/\(folder)")
    }
}
