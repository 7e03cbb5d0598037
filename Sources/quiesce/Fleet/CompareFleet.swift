import ArgumentParser
import Foundation
import QuiesceCore
import QuiesceFleet
import QuiesceJournal
import QuiesceLinux
import QuiesceProfiles
import QuiesceTerminal
import QuiesceTimeline

struct CompareFleet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Plays many devices under two policies, and says what becomes of each measure.",
        discussion: """
            The devices are journals, as many as a folder has homes or journals, or made-up owners: \
            people with 4 to 15 apps who use them as 14 recorded owners of phones did, with pushes, \
            a cellular network by day and a charger at night. Each device is played under --profile \
            and under --against. A journal's device did what it did, or what --profile makes of it; \
            a made-up owner's apps answer under both.

            Each row is a measure by device: its mean, with the range of nine devices in ten; the \
            mean change, with the interval in which it lies with a confidence of 95 %; how many \
            devices are better off and worse; the one that it is worst for. --device shows that one: \
            where the two first part, and a timeline of each. With --json, one object: profile, \
            against, devices, days, problems, rows.

            Parts of a fleet run anywhere, and are put together again:

              quiesce fleet --owners 1000 --days 10 --against ios26
              quiesce fleet --owners 1000 --days 10 --against ios26 --device owner-017
              quiesce fleet ~/journals --against rules.toml --json
              seq 4 | parallel quiesce fleet --owners 1000 --days 10 --against ios26 --part {}/4 --record part-{}.jsonl
              quiesce fleet --merge part-*.jsonl

            Exit code 1: a device can't be played; the others are shown. 78: a profile is wrong.
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder of devices' homes or journals; with --merge, records.", valueName: "folder"),
        completion: .file())
    var paths: [String] = []
    @Option(help: ArgumentHelp("Make up so many owners instead.", valueName: "n"))
    var owners: Int?
    @Option(help: ArgumentHelp("Days of each made-up owner. (default: 7)", valueName: "n"))
    var days: Int?
    @Option(help: ArgumentHelp("Other made-up owners. (default: 1)", valueName: "n"))
    var seed: UInt64?
    @Option(
        help: ArgumentHelp(
            "Rules to begin with: ios4, ios7, ios8, ios26, ios27, or a file.",
            discussion: "Default: a journal's own; ios8 for made-up owners.",
            valueName: "name|file"),
        completion: .file(extensions: ["toml"]))
    var profile: String?
    @Option(
        help: ArgumentHelp("Rules to compare with.", valueName: "name|file"),
        completion: .file(extensions: ["toml"]))
    var against: String?
    @Option(
        help: ArgumentHelp(
            "Show this device: where the two part, and timelines, written to the current folder.",
            valueName: "name"))
    var device: String?
    @Option(help: ArgumentHelp("Play only every mth device, from the kth on.", valueName: "k/m"))
    var part: String?
    @Option(
        help: ArgumentHelp("Write each device's measures, for --merge.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var record: String?
    @Flag(help: "Put the records of all parts together.")
    var merge = false
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Devices to play side by side. (default: one for each processor)", valueName: "n"))
    var jobs: Int?
    @OptionGroup var output: JSONOption

    func validate() throws {
        if merge {
            let others = [owners, days, jobs].compactMap(\.self)
            guard !paths.isEmpty else { throw ValidationError("name the records to merge.") }
            guard others.isEmpty, [profile, against, device, part].compactMap(\.self).isEmpty,
                seed == nil
            else {
                throw ValidationError("records say themselves what they are of: give only them.")
            }
            return
        }
        guard (paths.count == 1) != (owners != nil), paths.count <= 1 else {
            throw ValidationError("give one folder of journals, or --owners.")
        }
        if owners == nil, days != nil || seed != nil {
            throw ValidationError("--days and --seed are of made-up owners: give --owners, too.")
        }
        guard against != nil else {
            throw ValidationError("name the rules to compare with: --against ios26.")
        }
        guard (1...1_000_000).contains(owners ?? 1) else {
            throw ValidationError("--owners takes 1 to 1000000.")
        }
        guard (1...365).contains(days ?? 1) else { throw ValidationError("--days takes 1 to 365.") }
        guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs takes 1 or more.") }
        if let part, Self.part(part) == nil {
            throw ValidationError(
                "--part takes a number and how many there are, as 1/4, not \(oneLine(part)).")
        }
        if device != nil, part != nil || record != nil || output.json {
            throw ValidationError(
                "--device is shown by itself: leave out --part, --record and --json.")
        }
    }

    private static func part(_ text: String) -> (number: Int, of: Int)? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let of = numbers[1], number >= 1,
            number <= of
        else { return nil }
        return (number, of)
    }

    func run() throws {
        do {
            if merge { return try show(merged(), problems: []) }
            let fleet = try makeFleet()
            if let device { return try show(device, of: fleet) }
            let progress = CountedProgress("devices")
            let (played, problems) = try fleet.run(
                jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount
            ) { progress.note($0, of: $1) }
            progress.end()
            if let record { try WholeFile.write(played.lines, to: record) }
            try show(played, problems: problems)
            if !problems.isEmpty { throw ExitCode(1) }
        } catch let error as FleetError {
            throw Failure.refused(oneLine(error.message))
        } catch let error as ConfigurationError {
            throw Failure.configuration(oneLine(error.message))
        } catch let error as JournalError {
            throw Failure.refused(oneLine(error.message))
        }
    }

    private func makeFleet() throws -> Fleet {
        let devices: Fleet.Devices =
            if let owners {
                .owners(owners, days: days ?? 7, seed: seed ?? 1)
            } else {
                .journals(folder: paths[0])
            }
        return Fleet(
            devices, profile: try profile.map(ProfileFile.profile),
            against: try ProfileFile.profile(against ?? ""),
            part: part.flatMap(Self.part) ?? (1, 1))
    }

    private func merged() throws -> FleetRecord {
        try FleetRecord.merge(
            paths.map { path in
                // A pipe, too: `<(zcat part-1.jsonl.gz)`.
                guard let file = FileHandle(forReadingAtPath: path) else {
                    throw FleetError("\(path) can't be read")
                }
                let bytes = try file.readToEnd() ?? Data()
                return (path, try FleetRecord(Array(bytes), named: path))
            })
    }

    private func show(_ record: FleetRecord, problems: [String]) throws {
        for problem in problems { tell("quiesce: not played: \(oneLine(problem))\n") }
        guard !record.devices.isEmpty else { throw FleetError("no device could be played") }
        if output.json { return say(FleetText.json(record, problems)) }
        FleetText.lines(record).forEach(say)
    }

    // MARK: One device

    private func show(_ device: String, of fleet: Fleet) throws {
        guard try fleet.names().contains(device) else {
            let some = try fleet.names().prefix(3).joined(separator: ", ")
            throw FleetError("no device is named \(device); they are \(some) and so on")
        }
        if case .journals(let folder) = fleet.devices {
            let path = Fleet.journal(of: device, in: folder)
            let replay = try Replay.run(path, profile: fleet.against)
            for line in ReplayText.lines(replay) { say(oneLine(line)) }
            let name = device == "." ? "journal" : device
            return try draw(path, title: device, zone: nil, to: "\(name).html")
        }
        let parting = try fleet.parting(of: device)
        for line in FleetText.lines(parting, fleet.profileName, fleet.against.name) {
            say(oneLine(line))
        }
        let both = [
            (parting.profileDays, fleet.profileName), (parting.againstDays, fleet.against.name),
        ]
        for (days, profile) in both {
            let name = "\(device)-\(profile)"
            try WholeFile.write(days.journal, to: "\(name).jsonl")
            try draw("\(name).jsonl", title: name, zone: .utc, to: "\(name).html")
        }
    }

    /// - Parameter zone: nil: the local one.
    private func draw(_ journal: String, title: String, zone: PageZone?, to file: String) throws {
        var timeline = try Timeline.journal(journal, since: nil, until: nil)
        timeline.title = title
        let page = timeline.page(zone: zone ?? PageZone(.current, over: timeline.seconds))
        try WholeFile.write(page, to: file)
        TimelineReport(timeline: timeline, file: file, bytes: page.count).lines.forEach(say)
    }
}
