/// A shortage of memory, and the answer to it: running apps are warned, then suspended ones are
/// purged, the largest first, then those in the background. The app in front stays (M1, M2), and so
/// does whoever may be seen beside it (Y3).
// derive: json
struct MemoryShortage: Sendable, Hashable {
    /// When running apps were last warned.
    var warnedAt: AwakeInstant?

    /// - Returns: whether those that execute were warned of it.
    mutating func handle(
        _ pressure: MemoryPressure, in around: inout Surroundings
    ) -> Bool {
        // The memory that paging out frees shows when the kernel is asked next.
        let someoneWasPagedOut = pageOut(pressure, in: &around)
        if let warned = warnedAt {
            let waited = around.now.awake - warned
            switch pressure.level {
            case .warning where waited < around.profile.memoryWarningInterval: return false
            case .critical where waited < around.profile.memoryWarningGrace: return false
            case .critical where waited < around.profile.memoryWarningInterval:
                if !someoneWasPagedOut {
                    purge(pressure.footprints, pressure.bytes, in: &around)
                }
                return false
            case .warning, .critical: break
            }
        }
        _ = around.out.decide(.input, .memoryPressure, .m1, detail: .memory(bytes: pressure.bytes))
        warnedAt = around.now.awake
        let someoneWasWarned = warn(in: &around)
        if pressure.level == .critical, !someoneWasWarned, !someoneWasPagedOut {
            purge(pressure.footprints, pressure.bytes, in: &around)
        }
        return true
    }

    /// Moves what suspended apps use into swap, the largest first, before anybody has to go. Once
    /// in a suspension: what is left after that isn't had this way.
    /// - Returns: whether any was.
    private mutating func pageOut(
        _ pressure: MemoryPressure, in around: inout Surroundings
    ) -> Bool {
        guard pressure.canPageOut else { return false }
        var moved: UInt64 = 0
        for candidate in around.purgeOrder(pressure.footprints, bytes: nil)
        where candidate.state == .suspended && moved < pressure.bytes {
            guard around.stage(of: candidate.app) == .suspended,
                !around.isPagedOut(candidate.app)
            else { continue }
            moved = moved.addingReportingOverflow(candidate.bytes).partialValue
            around.update(candidate.app) { $0.pageOut(candidate.bytes, &$2) }
        }
        return moved > 0
    }

    /// - Returns: whether an app executes that may free something now.
    @discardableResult
    mutating func warn(in around: inout Surroundings) -> Bool {
        var warned = false
        for app in around.appIDs where mayWarn(app, around) {
            warned = true
            around.note(.deliver, .memoryWarning, .m2, of: app)
            around.deliver(.memoryWarning, to: app)
        }
        return warned
    }

    /// One that has a warning to handle still is no further along with another.
    private func mayWarn(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        switch around.stage(of: app) {
        case .active, .background:
            !around.outstandingCalls(of: app).contains { $0.call == .memoryWarning }
        case .notRunning, .launching, .freezing, .suspended, .terminating, .dying, nil: false
        }
    }

    mutating func purge(
        _ footprints: [Footprint], _ bytes: UInt64?, in around: inout Surroundings
    ) {
        for candidate in around.purgeOrder(footprints, bytes: bytes) {
            let rule: Rule = candidate.state == .suspended ? .m1 : .m2
            around.update(candidate.app) {
                // A suspended one hears nothing of it; one that runs gets willTerminate.
                $0.terminate(
                    .init(
                        reason: .memoryPressure, rule: rule,
                        detail: .memory(bytes: candidate.bytes)), $1, &$2)
            }
        }
    }
}

extension Surroundings {
    /// The apps that would be purged for `bytes`, in order; for nil, all that may be.
    func purgeOrder(_ footprints: [Footprint], bytes: UInt64?) -> [PurgeCandidate] {
        let candidates = footprints.compactMap { footprint -> PurgeCandidate? in
            let app = footprint.app
            guard launch(of: app) == footprint.launch, stage(of: app)?.mayBePurged == true,
                !isAt(.window, app), let state = state(of: app)
            else { return nil }
            return PurgeCandidate(app: app, state: state, bytes: footprint.bytes)
        }
        let ordered = candidates.sorted {
            let (a, b) = ($0.state == .suspended, $1.state == .suspended)
            if a != b { return a }
            return $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.app < $1.app
        }
        guard let bytes else { return ordered }
        var freed: UInt64 = 0
        return Array(
            ordered.prefix { candidate in
                defer { freed = freed.addingReportingOverflow(candidate.bytes).partialValue }
                return freed < bytes
            })
    }
}

extension SystemMachine {
    /// The apps that would be purged for `bytes`, in order; for nil, all that may be.
    public func purgeOrder(_ footprints: [Footprint], bytes: UInt64?) -> [PurgeCandidate] {
        around.purgeOrder(footprints, bytes: bytes)
    }
}

extension AppMachine.Stage {
    fileprivate var mayBePurged: Bool {
        switch self {
        case .suspended, .freezing, .background, .launching(toForeground: false): true
        case .notRunning, .launching(toForeground: true), .active, .terminating, .dying: false
        }
    }
}
