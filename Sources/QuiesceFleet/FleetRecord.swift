import QuiesceCore

/// One device under both policies: a line of a record.
// derive: json
public struct FleetDevice: Sendable, Hashable {
    public var name: String
    public var profile, against: DeviceMeasures

    public init(name: String, profile: DeviceMeasures, against: DeviceMeasures) {
        self.name = name
        self.profile = profile
        self.against = against
    }
}

/// The first line of a record: which devices, under which policies, and which part of them.
// derive: json
public struct FleetManifest: Sendable, Hashable {
    /// Grows when measures mean something else.
    public static let version = 1

    public var version = Self.version
    /// The build's state version: other builds decide otherwise.
    public var core = SystemMachine.stateVersion
    /// Fingerprints of the policies' values beside their names.
    public var profile, against: String
    /// The folder of journals; nil: owners are made up.
    public var folder: String?
    public var owners, days: Int?
    public var seed: UInt64?
    /// This part of so many, from 1 on.
    public var part: Int
    public var parts: Int

    public init(
        profile: String, against: String, folder: String?, owners: Int?, days: Int?, seed: UInt64?,
        part: Int, parts: Int
    ) {
        self.profile = profile
        self.against = against
        self.folder = folder
        self.owners = owners
        self.days = days
        self.seed = seed
        self.part = part
        self.parts = parts
    }

    /// The same run, whichever part.
    public var whole: FleetManifest {
        var whole = self
        whole.part = 1
        whole.parts = 1
        return whole
    }
}

/// The outcome of a part of a fleet, as lines of JSON: the manifest, then each device.
public struct FleetRecord: Sendable {
    public var manifest: FleetManifest
    public var devices: [FleetDevice]

    public init(_ manifest: FleetManifest, _ devices: [FleetDevice]) {
        self.manifest = manifest
        self.devices = devices
    }

    public var lines: [UInt8] {
        devices.reduce(into: manifest.json + [UInt8(ascii: "\n")]) {
            $0 += $1.json
            $0.append(UInt8(ascii: "\n"))
        }
    }

    /// - Throws: `FleetError` where it is no record, or one of another build.
    public init(_ bytes: [UInt8], named name: String) throws(FleetError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first else { throw FleetError("\(name) is empty") }
        do throws(JSONError) {
            manifest = try FleetManifest.read(Array(first))
        } catch {
            throw FleetError("\(name) is no record of a fleet: its first line has no manifest")
        }
        guard manifest.version == FleetManifest.version else {
            throw FleetError("\(name) is a record of another build of quiesce")
        }
        lines.removeFirst()
        devices = []
        for (place, line) in lines.enumerated() {
            do throws(JSONError) {
                devices.append(try FleetDevice.read(Array(line)))
            } catch {
                throw FleetError("\(name), line \(place + 2): no device's measures")
            }
        }
    }

    /// All parts of one run as one, in the order of their devices' names.
    ///
    /// - Throws: `FleetError` where a part lacks, comes twice, or is of another run.
    public static func merge(_ records: [(name: String, record: FleetRecord)])
        throws(FleetError) -> FleetRecord
    {
        guard let (firstName, first) = records.first else { throw FleetError("no record to merge") }
        var seen: [Int: String] = [:]
        var devices: [FleetDevice] = []
        for (name, record) in records {
            guard record.manifest.whole == first.manifest.whole,
                record.manifest.parts == first.manifest.parts
            else {
                throw FleetError(
                    "\(name) and \(firstName) are of different runs: their first lines say which")
            }
            if let other = seen[record.manifest.part] {
                throw FleetError("\(name) and \(other) are the same part, \(record.manifest.part)")
            }
            seen[record.manifest.part] = name
            devices += record.devices
        }
        let missing = (1...first.manifest.parts).filter { seen[$0] == nil }
        guard missing.isEmpty else {
            throw FleetError(
                "parts are missing: \(missing.map(String.init).joined(separator: ", ")) of "
                    + "\(first.manifest.parts)")
        }
        return FleetRecord(first.manifest.whole, devices.sorted { $0.name < $1.name })
    }
}

/// Why there is no comparison, in a sentence.
public struct FleetError: Error, Sendable, Hashable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
