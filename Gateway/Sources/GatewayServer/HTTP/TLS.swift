import GatewayRules
import NIOCore
import NIOSSL
import X509

/// TLS as the gateway speaks it: HTTP/2, or HTTP/1.1 for Web Push. A client may show a certificate
/// of ours.
struct TLS: Sendable {
    let context: NIOSSLContext
    private let devices: Authority
    private let providers: Authority

    init(home: Home) throws {
        devices = try home.authority("devices")
        providers = try home.authority("providers")
        do {
            let pem = Array(try home.files.read("certificates/server.pem").utf8)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMBytes(pem).map {
                    .certificate($0)
                },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: pem, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["h2", "http/1.1"]
            // A certificate of nobody that we know ends the handshake; none is for the rules to
            // judge.
            configuration.certificateVerification = .optionalVerification
            configuration.trustRoots = .certificates(
                try [devices, providers].map {
                    try NIOSSLCertificate(
                        bytes: Array($0.certificate.serializeAsPEM().pemString.utf8), format: .pem)
                })
            context = try NIOSSLContext(configuration: configuration)
        } catch let failure as HomeFailure { throw failure } catch {
            throw HomeFailure("\(home.files.path("certificates")) can't be used: \(error)")
        }
    }

    /// The identity of the peer at the other end of `channel`, whose handshake is done. On its
    /// event loop.
    func identity(_ channel: any Channel) -> Peer.Identity {
        guard let shown = try? channel.pipeline.syncOperations.nioSSL_peerCertificate() else {
            return .unknown
        }
        guard let bytes = try? shown.toDERBytes(),
            let certificate = try? Certificate(derEncoded: bytes)
        else { return .other }
        if let id = devices.subject(of: certificate) { return .device(DeviceID(rawValue: id)) }
        if let id = providers.subject(of: certificate) { return .provider(KeyID(rawValue: id)) }
        return .other
    }
}
