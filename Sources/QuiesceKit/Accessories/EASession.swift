import Foundation
import Glibc
import QuiesceWire

/// A session with an accessory, which the app starts and stops (E2): two streams of bytes. On the
/// main thread.
///
/// Open the streams, and schedule them in the main run loop; their events come on the main thread.
/// With the mode `external-accessory` it stays open while the app is suspended, and bytes that come
/// wake the app for some 10 s (E1). Without it the session is over when the app is left: the input
/// stream is at its end.
@preconcurrency @MainActor open class EASession {
    /// With whom.
    public let accessory: EAAccessory?
    /// The protocol that the app and the accessory speak.
    public let protocolString: String?
    /// The bytes that the accessory sends.
    public var inputStream: InputStream? { input }
    /// The bytes that go to it.
    public var outputStream: OutputStream? { output }

    let number: UInt64
    let line: DescriptorLine
    let input: DescriptorInputStream
    let output: DescriptorOutputStream

    /// Starts a session. What only the device knows comes later: if it refuses, as another app has
    /// a session with that accessory, the streams have an error.
    ///
    /// - Returns: nil where the accessory isn't connected or doesn't speak that, or the app has a
    ///   session with it already.
    public convenience init?(accessory: EAAccessory, forProtocol protocolString: String) {
        guard let application = UIApplication.running else { return nil }
        self.init(
            accessory: accessory, forProtocol: protocolString,
            of: application.room(AccessoryServices.self))
    }

    init?(
        accessory: EAAccessory, forProtocol protocolString: String, of services: AccessoryServices
    ) {
        guard let known = accessory.accessory, accessory.isConnected,
            accessory.protocolStrings.contains(protocolString),
            !services.hasSession(known.connection)
        else { return nil }
        self.accessory = accessory
        self.protocolString = protocolString
        let link = services.link
        number = services.nextNumber()
        let number = number
        // Whichever comes first: both streams are closed, or nobody holds the session any more.
        line = DescriptorLine { terminal in
            if terminal >= 0 { close(terminal) }
            link.change { $0.ask(.close(session: number)) }
        }
        input = DescriptorInputStream(line)
        output = DescriptorOutputStream(line)
        services.begin(self, with: known.connection, speaking: protocolString)
    }

    deinit { line.close() }
}
