import Foundation
import QuiesceCore
import QuiesceJournal
import Synchronization

/// Thousands of devices under two policies, each device by itself, on all processors. Memory holds
/// a few devices at a time, and the measures of all.
public struct Fleet: Sendable {
    public enum Devices: Sendable {
        /// Journals: a folder of devices' folders, or one journal.
        case journals(folder: String)
        case owners(Int, days: Int, seed: UInt64)
    }

    public let devices: Devices
    /// nil: each journal's own, as it was recorded.
    public let profile: PolicyProfile?
    public let against: PolicyProfile
    /// Every `of`th device, beginning with the `number`th.
    public let part: (number: Int, of: Int)

    public init(
        _ devices: Devices, profile: PolicyProfile?, against: PolicyProfile,
        part: (number: Int, of: Int) = (1, 1)
    ) {
        self.devices = devices
        switch devices {
        case .journals: self.profile = profile
        case .owners: self.profile = profile ?? .ios8
        }
        self.against = against
        self.part = part
    }

    private var ownersProfile: PolicyProfile { profile ?? .ios8 }

    /// The name of the first policy.
    public var profileName: String { profile?.name ?? "as recorded" }

    public var manifest: FleetManifest {
        let profile = profile?.identity ?? "as recorded"
        switch devices {
        case .journals(let folder):
            return FleetManifest(
                profile: profile, against: against.identity, folder: folder, owners: nil, days: nil,
                seed: nil, part: part.number, parts: part.of)
        case .owners(let owners, let days, let seed):
            return FleetManifest(
                profile: profile, against: against.identity, folder: nil, owners: owners,
                days: days, seed: seed, part: part.number, parts: part.of)
        }
    }

    /// Plays all devices of the part.
    ///
    /// - Parameter progress: called with the devices done and all there are, from any thread.
    /// - Returns: the record, and a line for each device that can't be played.
    /// - Throws: `FleetError` where there is no device.
    public func run(
        jobs: Int, progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws(FleetError) -> (record: FleetRecord, problems: [String]) {
        let names = try names()
        struct State {
            var taken = 0
            var done = 0
            var outcomes: [Result<FleetDevice, FleetError>?]
        }
        let state = Mutex(State(outcomes: Array(repeating: nil, count: names.count)))
        DispatchQueue.concurrentPerform(iterations: min(jobs, max(1, names.count))) { _ in
            while true {
                let next = state.withLock { state -> Int? in
                    guard state.taken < names.count else { return nil }
                    defer { state.taken += 1 }
                    return state.taken
                }
                guard let next else { return }
                let outcome = Result { () throws(FleetError) in try play(names[next]) }
                let done = state.withLock { state in
                    state.outcomes[next] = outcome
                    state.done += 1
                    return state.done
                }
                progress(done, names.count)
            }
        }
        var played: [FleetDevice] = []
        var problems: [String] = []
        for (name, outcome) in zip(names, state.withLock { $0.outcomes }) {
            switch outcome {
            case .success(let device)?: played.append(device)
            case .failure(let error)?: problems.append("\(name): \(error.message)")
            case nil: problems.append("\(name): wasn't played")
            }
        }
        return (FleetRecord(manifest, played), problems)
    }

    /// The names of its devices, in order.
    public func names() throws(FleetError) -> [String] {
        let all =
            switch devices {
            case .journals(let folder): try Self.journals(in: folder)
            case .owners(let count, _, _): (0..<count).map { Self.name(ofOwner: $0, of: count) }
            }
        return all.enumerated().filter { $0.offset % part.of == part.number - 1 }.map(\.element)
    }

    // MARK: One device

    /// - Throws: `FleetError` where it can't be played.
    func play(_ name: String) throws(FleetError) -> FleetDevice {
        switch devices {
        case .owners(_, let days, let seed):
            let owner = try owner(name, seed)
            func measures(_ profile: PolicyProfile) throws(FleetError) -> DeviceMeasures {
                try OwnerDays.play(owner, days: days, profile, MeasuringListener()).measures
            }
            return FleetDevice(
                name: name, profile: try measures(ownersProfile), against: try measures(against))
        case .journals(let folder):
            let path = Self.journal(of: name, in: folder)
            let other = try replay(path, against)
            guard let profile else {
                return FleetDevice(
                    name: name, profile: try measures(other.recordedListener),
                    against: try measures(other.alternative?.listener))
            }
            let first = try replay(path, profile)
            return FleetDevice(
                name: name, profile: try measures(first.alternative?.listener),
                against: try measures(other.alternative?.listener))
        }
    }

    private func replay(_ path: String, _ profile: PolicyProfile) throws(FleetError) -> Replay {
        let replay: Replay
        do throws(JournalError) {
            replay = try Replay.run(path, profile: profile, listener: MeasuringListener())
        } catch {
            throw FleetError(error.message)
        }
        guard replay.isSame else {
            throw FleetError(
                replay.damage.first
                    ?? "this build decides otherwise than the one that wrote it: quiesce replay says where"
            )
        }
        return replay
    }

    private func measures(_ listener: (any ReplayListener)?) throws(FleetError) -> DeviceMeasures {
        guard let listener = listener as? MeasuringListener, listener.measures.span > 0 else {
            throw FleetError("its journal holds no event")
        }
        return listener.measures
    }

    /// A made-up owner's device under both policies: where the two part, and all events of each.
    public func parting(of name: String) throws(FleetError) -> FleetParting {
        guard case .owners(_, let days, let seed) = devices else {
            throw FleetError("a journal's parting is `quiesce replay --profile`'s to say")
        }
        let owner = try owner(name, seed)
        return FleetParting(
            try OwnerDays.play(owner, days: days, ownersProfile, RecordingListener()),
            try OwnerDays.play(owner, days: days, against, RecordingListener()))
    }

    private func owner(_ name: String, _ seed: UInt64) throws(FleetError) -> GeneratedOwner {
        guard let number = Int(name.drop { !$0.isNumber }) else {
            throw FleetError("no device is named \(name)")
        }
        return GeneratedOwner(number: number, seed: seed)
    }

    // MARK: Names

    private static func name(ofOwner number: Int, of count: Int) -> String {
        let digits = String(number)
        let width = String(max(0, count - 1)).count
        return "owner-" + String(repeating: "0", count: width - digits.count) + digits
    }

    /// The journal of a device: its folder, or `journal` in it, as in a device's home.
    public static func journal(of name: String, in folder: String) -> String {
        if name == "." { return folder }
        let home = "\(folder)/\(name)"
        return hasSegments("\(home)/journal") ? "\(home)/journal" : home
    }

    private static func journals(in folder: String) throws(FleetError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw FleetError("there is no folder \(folder)")
        }
        if hasSegments(folder) { return ["."] }
        let devices = names.sorted().filter { hasSegments(journal(of: $0, in: folder)) }
        guard !devices.isEmpty else {
            throw FleetError(
                "\(folder) holds no journal: it is to hold a folder for each device, a device's home or its journal"
            )
        }
        return devices
    }

    private static func hasSegments(_ folder: String) -> Bool {
        ((try? JournalReader<SystemMachine, Event>.segments(folder)) ?? []).isEmpty == false
    }
}

extension PolicyProfile {
    /// Its name, and a fingerprint of all of its values.
    var identity: String {
        var fingerprint = Fingerprint()
        fingerprint.add(jsonText)
        return "\(name) \(fingerprint)"
    }
}
