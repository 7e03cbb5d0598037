import Glibc

/// Apps of a device that run or are frozen while no daemon watches over them: what its cgroups hold
/// and, where apps have none, the processes that carry its marks.
package struct LeftApps: Sendable {
    package struct App: Sendable, Hashable {
        /// Its id and its launch: `org.example.App.3`.
        package var name: String
        package var isFrozen: Bool
        fileprivate var place: Place
    }

    fileprivate enum Place: Sendable, Hashable {
        case cgroup(device: String, path: String)
        case marks(AppMarks)
    }

    /// Where frozen apps are.
    package enum Freezer: Sendable, Hashable {
        /// In cgroups of their own, in this one.
        case cgroups(String)
        /// They were stopped by signals.
        case signals
    }

    package let apps: [App]
    /// The device's own cgroups, of whatever version, in each of which an app has one.
    private let devices: [String]
    private let home: String

    /// Looks for them. There are none where the home doesn't say which device it is, or to whoever
    /// may not read it.
    ///
    /// - Parameter home: `$QUIESCE_HOME`, absolute.
    package init(home: String) {
        self.home = home
        var apps: [App] = []
        var devices: [String] = []
        if let mount = CgroupMount.find(), let name = Self.deviceName(home) {
            let found = CgroupDirectory.find(name, below: mount.mountPoint)
            devices = found
            if let pids = mount.pidsMountPoint {
                devices += CgroupDirectory.find(name, below: pids)
            }
            apps = found.flatMap(Self.inCgroups)
        }
        // Apps in cgroups are marked as well.
        let known = apps.map(\.name)
        self.apps = apps + Self.marked(home).filter { !known.contains($0.name) }
        self.devices = devices
    }

    /// For a sentence: "2 of its apps are left, 1 of them frozen"; nil: there are none.
    package var summary: String? {
        guard !apps.isEmpty else { return nil }
        let frozen = apps.count { $0.isFrozen }
        let state =
            frozen == apps.count ? "frozen" : frozen == 0 ? "running" : "\(frozen) of them frozen"
        return "\(apps.count) of its apps \(apps.count == 1 ? "is" : "are") left, \(state)"
    }

    package var freezers: Set<Freezer> {
        Set(
            apps.filter(\.isFrozen).map { app in
                switch app.place {
                case .cgroup(let device, _): .cgroups(device)
                case .marks: .signals
                }
            })
    }

    /// Kills all of them, frozen or not, and waits until they are gone.
    ///
    /// - Returns: how many are not, after some seconds.
    package func end() -> Int {
        // An environment's word is too little to end an adopted program by: it goes on, unless it
        // is in the app's cgroup.
        for process in adopted { process.resumeFamily() }
        for case .cgroup(_, let path) in apps.map(\.place) {
            (try? CgroupFiles(path: path))?.kill()
        }
        let left = apps.count { !Self.isGone($0.place) }
        for device in devices {
            for app in ProcFile.folders(in: device) { rmdir("\(device)/\(app)") }
            rmdir(device)
        }
        return left
    }

    private var adopted: [MainProcess] {
        ProcessTable.all().compactMap { pid, status -> MainProcess? in
            guard status.runsPrograms else { return nil }
            let environment = ProcessTable.environment(of: pid)
            guard AppMarks(environment, home: home) != nil,
                let named = AppMarks.adopted(in: environment)
            else { return nil }
            return MainProcess(pid: named.pid, startTime: named.startTime)
        }
    }

    private static func isGone(_ place: Place) -> Bool {
        switch place {
        case .cgroup(_, let path): return CgroupDirectory.remove(path)
        case .marks(let marks):
            let group = SignalGroup(main: nil, markers: marks.variables)
            return (0..<100).contains { _ in group.killRound() }
        }
    }

    private static func deviceName(_ home: String) -> String? {
        guard let id = ProcFile.read("\(home)/device-id")?.split(separator: "\n").first else {
            return nil
        }
        return "quiesce-\(id)"
    }

    private static func inCgroups(_ device: String) -> [App] {
        ProcFile.folders(in: device).compactMap { name in
            let path = "\(device)/\(name)"
            guard let state = (try? CgroupFiles(path: path))?.state, state.isPopulated else {
                return nil
            }
            return App(
                name: name, isFrozen: state.isFrozen, place: .cgroup(device: device, path: path))
        }
    }

    private static func marked(_ home: String) -> [App] {
        var isFrozen: [AppMarks: Bool] = [:]
        for (pid, status) in ProcessTable.all() where status.runsPrograms {
            guard let marks = AppMarks(ProcessTable.environment(of: pid), home: home) else {
                continue
            }
            isFrozen[marks, default: true] =
                isFrozen[marks, default: true] && "Tt".contains(status.state)
        }
        return isFrozen.map { marks, isFrozen in
            App(name: "\(marks.app).\(marks.launch)", isFrozen: isFrozen, place: .marks(marks))
        }
    }
}
