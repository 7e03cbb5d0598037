import Foundation

extension Stream {
    /// Makes a pair of streams for a TCP connection to a host, which is made once one of them is
    /// opened.
    ///
    /// Their events come on the main thread, whichever run loop they are scheduled in. Marked for
    /// VoIP, the socket is kept while the app is suspended, as by
    /// `UIApplication.keepSocket(_:)`: what arrives there wakes the app (V1, V7). For that, set `.networkServiceType`
    /// to
    /// `StreamNetworkServiceTypeValue.voIP` on either, before or after it is opened; Info.plist's `UIBackgroundModes`
    /// must have `voip`. No other property can be set: TLS is the app's.
    ///
    /// From any thread.
    ///
    /// - Parameters:
    ///   - hostname: a name or an address.
    ///   - port: 1…65535; with another the streams can't be opened.
    ///   - inputStream: is set to the one to read from.
    ///   - outputStream: is set to the one to write to.
    public class func getStreamsToHost(
        withName hostname: String, port: Int,
        inputStream: UnsafeMutablePointer<InputStream?>?,
        outputStream: UnsafeMutablePointer<OutputStream?>?
    ) {
        let connection = HostConnection(to: hostname, port)
        inputStream?.pointee = HostInputStream(connection)
        outputStream?.pointee = HostOutputStream(connection)
    }

    /// As on iOS, where a property may be any value, and not only an object.
    ///
    /// - Returns: whether this stream has such a property, and it can be set.
    @discardableResult
    public func setProperty(_ property: Any?, forKey key: PropertyKey) -> Bool {
        setProperty(property as AnyObject?, forKey: key)
    }
}

/// An input stream of the bytes that a host sends.
final class HostInputStream: DescriptorInputStream {
    private let connection: HostConnection

    init(_ connection: HostConnection) {
        self.connection = connection
        super.init(connection.line)
    }

    override func open() {
        super.open()
        connection.begin()
    }
    override func property(forKey key: Stream.PropertyKey) -> AnyObject? {
        connection.property(key)
    }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection.set(property, key)
    }
}

/// An output stream of the bytes that go to a host.
final class HostOutputStream: DescriptorOutputStream {
    private let connection: HostConnection?

    init(_ connection: HostConnection) {
        self.connection = connection
        super.init(connection.line)
    }

    required init(toMemory: ()) {
        connection = nil
        super.init(toMemory: ())
    }

    override func open() {
        super.open()
        connection?.begin()
    }
    override func property(forKey key: Stream.PropertyKey) -> AnyObject? {
        connection?.property(key)
    }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection?.set(property, key) ?? false
    }
}
