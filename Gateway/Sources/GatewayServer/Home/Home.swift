import Crypto
import Foundation
import GatewayRules
import GatewayStore
import X509

/// A gateway's folder: its certificates, its providers' keys, its store. What is secret in it is
/// 0600, in a folder that only the owner enters.
public struct Home: Sendable {
    let files: HomeFiles

    public var folder: String { files.folder }
    /// The path of the certificate by which clients and devices trust the gateway.
    public var certificatePath: String { files.path(Names.certificate) }
    public var databasePath: String { files.path("gateway.db") }
    public var socketPath: String { files.path("gateway.sock") }

    /// By what this gateway has numbered pushes on a NATS server. A copy of the home doesn't have
    /// it.
    public var epochMark: EpochMark {
        EpochMark(
            read: { [files] in
                guard files.exists(Names.epoch) else { return 0 }
                let text = try files.read(Names.epoch)
                guard let base = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                    throw HomeFailure("\(files.path(Names.epoch)) isn't a number")
                }
                return base
            },
            write: { [files] in try files.write("\($0)\n", Names.epoch) })
    }

    enum Names {
        static let epoch = "gateway.epoch"
        static let certificate = "certificate.pem"
        static let providers = "providers.json"
        static let hosts = "hosts.json"
        static let certificates = "certificates"
        static let authorities = ["server", "devices", "providers"]
    }

    /// The summary that `init` gives.
    public struct Summary: Sendable, Codable {
        public var certificate: String
        public var providerKey: String
        public var keyID: String
        public var teamID: String
    }

    /// The names that a certificate has besides those that it is told.
    public static let localHosts = ["localhost", "127.0.0.1", "::1"]

    public init(folder: String) {
        let absolute = URL(fileURLWithPath: folder).standardizedFileURL.path
        files = HomeFiles(folder: absolute)
    }

    /// Whether `initialize` was here.
    public var isInitialized: Bool { files.exists(Names.providers) }

    /// Makes what is missing: authorities, the server's certificate, a first provider key. What is
    /// there stays, but for a server's certificate that lacks one of `hosts`, which is issued anew
    /// under the same authority, so that nobody has to be told.
    public func initialize(hosts: [String], teamID: String?, at now: Moment) throws -> Summary {
        for host in hosts where !HostName.isValid(host) {
            throw HomeFailure("\(host) is neither a host's name nor an address")
        }
        try files.makeFolder()
        guard chmod(folder, 0o700) == 0 else {
            throw HomeFailure("can't close \(folder) to others: \(systemError())")
        }
        try files.makeFolder(Names.certificates)
        for name in Names.authorities where !files.exists("certificates/\(name)-ca.pem") {
            let (authority, key) = try Authority.make(name, at: now)
            try files.write(key.pemRepresentation, "certificates/\(name)-ca.key")
            try files.write(
                authority.certificate.serializeAsPEM().pemString + "\n",
                "certificates/\(name)-ca.pem")
        }
        if !files.exists(Names.certificate) {
            try files.write(try files.read("certificates/server-ca.pem"), Names.certificate)
        }
        try renewServerCertificate(adding: hosts, at: now)
        if !isInitialized { try makeFirstKey(teamID: teamID, at: now) }
        let providers = try self.providers()
        if let teamID, teamID != providers.teamID {
            throw HomeFailure("the team is \(providers.teamID) already, not \(teamID)")
        }
        return try summary(providers)
    }

    /// The paths and names of the first provider key that still counts, or else the first.
    private func summary(_ providers: Providers) throws -> Summary {
        let keys = providers.providers.filter { $0.kind == .key }
        guard let key = keys.first(where: { $0.revoked == nil }) ?? keys.first else {
            throw HomeFailure("there is no provider key; make one with `quiesce-gateway keys add`")
        }
        return Summary(
            certificate: certificatePath, providerKey: keyPath(key.id), keyID: key.id.rawValue,
            teamID: providers.teamID)
    }

    private func makeFirstKey(teamID: String?, at now: Moment) throws {
        if let teamID, !KeyID.isValid(teamID) {
            throw HomeFailure("a team's id has 10 capital letters and digits, unlike \(teamID)")
        }
        var providers = Providers(teamID: teamID ?? randomID(), providers: [])
        _ = try addKey(to: &providers, topics: nil, at: now)
        try save(providers)
    }
}

/// 10 random capital letters and digits, as the ids of keys and teams are.
func randomID() -> String {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return String((0..<10).map { _ in characters.randomElement() ?? "A" })
}
