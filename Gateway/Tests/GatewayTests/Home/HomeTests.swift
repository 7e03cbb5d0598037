import Crypto
import Foundation
import GatewayRules
import Testing
import X509

@testable import GatewayServer

@Suite struct HomeTests {
    let folder: TestFolder
    let home: Home
    let now = Moment(seconds: 1_900_000_000)

    init() throws {
        folder = try TestFolder()
        home = Home(folder: folder.path + "/home")
    }

    func serverCertificate() throws -> Certificate {
        try Certificate(firstOf: home.files.read("certificates/server.pem"))
    }

    @Test("Making a home twice changes nothing")
    func twice() throws {
        let first = try home.initialize(hosts: ["push.example.org"], teamID: nil, at: now)
        let certificate = try serverCertificate()
        let again = try home.initialize(hosts: [], teamID: nil, at: now + .days(1))
        #expect(again.keyID == first.keyID && again.teamID == first.teamID)
        #expect(try serverCertificate() == certificate)
        #expect(try home.providers().providers.count == 1)
    }

    @Test("The certificate names this machine and the hosts that were told; a new one is added")
    func hosts() throws {
        _ = try home.initialize(hosts: ["push.example.org"], teamID: nil, at: now)
        let before = try home.files.read("certificate.pem")
        _ = try home.initialize(hosts: ["10.1.2.3"], teamID: nil, at: now)
        let names = try #require(try serverCertificate().extensions.subjectAlternativeNames)
        #expect(
            Set(names)
                == Set(
                    ["localhost", "127.0.0.1", "::1", "push.example.org", "10.1.2.3"].map(
                        HostName.general)))
        #expect(try home.files.read("certificate.pem") == before)
        #expect(throws: HomeFailure.self) {
            try home.initialize(hosts: ["no host"], teamID: nil, at: now)
        }
    }

    @Test("The server's certificate is renewed before it ends")
    func renewal() throws {
        _ = try home.initialize(hosts: [], teamID: nil, at: now)
        let first = try serverCertificate()
        try home.renewServerCertificate(at: now + .days(300))
        #expect(try serverCertificate() == first)
        try home.renewServerCertificate(at: now + .days(340))
        #expect(try serverCertificate() != first)
    }

    @Test("What is secret is its owner's alone")
    func modes() throws {
        _ = try home.initialize(hosts: [], teamID: nil, at: now)
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
        #expect(try mode(home.folder) == 0o700)
        let files = try #require(FileManager.default.enumerator(atPath: home.folder))
        var count = 0
        for case let name as String in files {
            let isFolder = name == "certificates"
            #expect(try mode(home.folder + "/" + name) == (isFolder ? 0o700 : 0o600), "\(name)")
            count += 1
        }
        #expect(count >= 10)
    }

    @Test("Keys are added, imported and revoked; a certificate has its topic")
    func keys() throws {
        let first = try home.initialize(hosts: [], teamID: "TEAM123456", at: now)
        #expect(first.teamID == "TEAM123456")
        let added = try home.addKey(topics: ["a.b"], at: now)
        let own = P256.Signing.PrivateKey()
        let imported = try home.importKey(
            own.pemRepresentation, id: KeyID(rawValue: "OWNKEY1234"), topics: nil, at: now)
        #expect(imported.publicKey == own.publicKey.pemRepresentation)
        #expect(throws: HomeFailure.self) {
            try home.importKey(
                own.pemRepresentation, id: KeyID(rawValue: "OWNKEY1234"), topics: nil, at: now)
        }
        let certificate = try home.addCertificate(topics: ["a.b"], at: now)
        let pem = try home.files.read("Provider_\(certificate.id).pem")
        let issued = try Certificate(firstOf: pem)
        #expect(try home.authority("providers").subject(of: issued) == certificate.id.rawValue)
        #expect(try home.authority("devices").subject(of: issued) == nil)
        #expect("\(issued.subject)".contains("a.b"))
        let version = home.providersVersion()
        #expect(try home.revoke(added.id, at: now))
        #expect(try !home.revoke(added.id, at: now))
        #expect(home.providersVersion() != version)
        #expect(try home.providers()[added.id]?.revoked == now)
        #expect(throws: HomeFailure.self) { try home.revoke(KeyID(rawValue: "NOBODY"), at: now) }
        #expect(throws: HomeFailure.self) {
            try home.initialize(hosts: [], teamID: "OTHER67890", at: now)
        }
    }

    @Test("A certificate of a foreign authority with our authority's name isn't ours")
    func forged() throws {
        _ = try home.initialize(hosts: [], teamID: nil, at: now)
        let ours = try home.authority("devices")
        let key = P256.Signing.PrivateKey()
        let forged = Authority(certificate: ours.certificate, key: .init(P256.Signing.PrivateKey()))
        let certificate = try forged.issueClient(
            "device", key: key.publicKey, at: now, for: .days(1))
        #expect(ours.subject(of: certificate) == nil)
        let genuine = try ours.issueClient("device", key: key.publicKey, at: now, for: .days(1))
        #expect(ours.subject(of: genuine) == "device")
    }

    @Test("A registration's key is taken only with a signature of its private half")
    func registration() throws {
        let key = P256.Signing.PrivateKey()
        let pem = key.publicKey.pemRepresentation
        func registration(_ signer: P256.Signing.PrivateKey, _ text: String) throws -> Registration
        {
            Registration(
                publicKey: pem,
                signature: try signer.signature(for: Data(text.utf8)).derRepresentation
                    .base64EncodedString(), name: "tester")
        }
        let text = Registration.signedText(publicKey: pem)
        #expect(try registration(key, text).checkedKey?.pemRepresentation == pem)
        #expect(try registration(P256.Signing.PrivateKey(), text).checkedKey == nil)
        #expect(try registration(key, pem).checkedKey == nil)
    }
}
