import Crypto
import Foundation
import GatewayRules

/// The keys and certificates of those that send pushes.
extension Home {
    public func providers() throws -> Providers {
        let text = try files.read(Names.providers)
        do { return try JSONDecoder().decode(Providers.self, from: Data(text.utf8)) } catch {
            throw HomeFailure("\(files.path(Names.providers)) can't be read: \(error)")
        }
    }

    /// A number that changes when `providers.json` does: by its inode, as the file is replaced as a
    /// whole.
    func providersVersion() -> UInt64 {
        var status = stat()
        guard stat(files.path(Names.providers), &status) == 0 else { return 0 }
        return UInt64(status.st_ino) &* 1_000_003
            &+ UInt64(bitPattern: Int64(status.st_mtim.tv_nsec))
            &+ UInt64(bitPattern: Int64(status.st_mtim.tv_sec))
    }

    func save(_ providers: Providers) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(providers)
        try files.write(String(decoding: data, as: UTF8.self) + "\n", Names.providers)
    }

    /// Where a key's private half is, or a certificate with its key.
    public func keyPath(_ id: KeyID) -> String { files.path("AuthKey_\(id.rawValue).p8") }
    public func certificatePath(_ id: KeyID) -> String { files.path("Provider_\(id.rawValue).pem") }

    /// A provider token by the key `id`, or the first that counts, whose private half is in the
    /// home.
    public func makeToken(_ id: KeyID?, at now: Moment) throws -> String {
        let providers = try providers()
        let key = providers.providers.first { provider in
            provider.kind == .key && (id.map { $0 == provider.id } ?? (provider.revoked == nil))
                && FileManager.default.fileExists(atPath: keyPath(provider.id))
        }
        guard let key else {
            throw HomeFailure(
                "the private half of \(id.map { "the key \($0)" } ?? "a key that counts") isn't here"
            )
        }
        let signer = try P256.Signing.PrivateKey(
            pemRepresentation: files.read("AuthKey_\(key.id.rawValue).p8"))
        return try ProviderToken.make(
            keyID: key.id, teamID: providers.teamID, issued: now, signer: signer)
    }

    /// Adds a new key, whose private half is then at `keyPath`.
    public func addKey(topics: Set<String>?, at now: Moment) throws -> Provider {
        try change { try addKey(to: &$0, topics: topics, at: now) }
    }

    func addKey(to providers: inout Providers, topics: Set<String>?, at now: Moment) throws
        -> Provider
    {
        let key = P256.Signing.PrivateKey()
        let provider = Provider(
            id: KeyID(rawValue: randomID()), kind: .key,
            publicKey: key.publicKey.pemRepresentation, topics: topics, added: now)
        try files.write(key.pemRepresentation + "\n", "AuthKey_\(provider.id.rawValue).p8")
        providers.providers.append(provider)
        return provider
    }

    /// Adds a key that a provider has already, by its private or public half in PEM; the public one
    /// alone is kept.
    public func importKey(_ pem: String, id: KeyID, topics: Set<String>?, at now: Moment) throws
        -> Provider
    {
        let key =
            (try? P256.Signing.PrivateKey(pemRepresentation: pem))?.publicKey
            ?? (try? P256.Signing.PublicKey(pemRepresentation: pem))
        guard let key else { throw HomeFailure("the file is not a P-256 key in PEM form") }
        guard KeyID.isValid(id.rawValue) else {
            throw HomeFailure("a key's id has 10 capital letters and digits, unlike \(id)")
        }
        return try change { providers in
            guard providers[id] == nil else { throw HomeFailure("there is a key \(id) already") }
            let provider = Provider(
                id: id, kind: .key, publicKey: key.pemRepresentation, topics: topics, added: now)
            providers.providers.append(provider)
            return provider
        }
    }

    /// Adds a client certificate, which is then at `certificatePath` with its key.
    public func addCertificate(topics: Set<String>?, at now: Moment) throws -> Provider {
        try change { providers in
            let provider = Provider(
                id: KeyID(rawValue: randomID()), kind: .certificate, publicKey: nil,
                topics: topics, added: now)
            let only = topics.flatMap { $0.count == 1 ? $0.first : nil }
            try files.write(
                issueProviderCertificate(provider.id, topic: only, at: now),
                "Provider_\(provider.id.rawValue).pem")
            providers.providers.append(provider)
            return provider
        }
    }

    /// A running gateway takes no more pushes of it, within a second. False if it was revoked
    /// before.
    public func revoke(_ id: KeyID, at now: Moment) throws -> Bool {
        try change { providers in
            guard let index = providers.providers.firstIndex(where: { $0.id == id }) else {
                throw HomeFailure("there is no key \(id); `quiesce-gateway keys` lists them")
            }
            guard providers.providers[index].revoked == nil else { return false }
            providers.providers[index].revoked = now
            return true
        }
    }

    /// Changes `providers.json` while no other process does.
    private func change<T>(_ body: (inout Providers) throws -> T) throws -> T {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw HomeFailure("can't lock \(folder): \(systemError())")
        }
        defer { close(lock) }
        var providers = try providers()
        let result = try body(&providers)
        try save(providers)
        return result
    }
}
