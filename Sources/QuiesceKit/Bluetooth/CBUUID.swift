import Foundation
import QuiesceWire

/// A UUID of Bluetooth: 16, 32 or 128 bits. Short ones equal their long forms.
public final class CBUUID: NSObject, NSCopying, Sendable {
    /// In capital letters, as short as can be.
    let canonical: String

    /// From `"180D"`, eight digits, or a whole UUID. As on iOS, what is none of these ends the app.
    public init(string: String) {
        guard let canonical = BluetoothUUID.canonical(string) else {
            fatalError("CBUUID: \"\(string)\" is no UUID of 16, 32 or 128 bits")
        }
        self.canonical = canonical
    }

    /// From 2, 4 or 16 bytes, the highest first. As on iOS, any other number of them ends the app.
    public convenience init(data: Data) {
        var text = ""
        for (at, digit) in AttributeValue.hex(data).enumerated() {
            if data.count == 16, [8, 12, 16, 20].contains(at) { text += "-" }
            text.append(digit)
        }
        self.init(string: text)
    }

    /// From Foundation's.
    public convenience init(nsuuid: UUID) { self.init(string: nsuuid.uuidString) }

    /// One that the daemon has told.
    init(canonical: String) { self.canonical = canonical }

    /// In capital letters, as short as can be: `180D`.
    public var uuidString: String { canonical }

    /// 2, 4 or 16 bytes, the highest first.
    public var data: Data {
        Data(AttributeValue.bytes(hex: canonical.filter { $0 != "-" }) ?? [])
    }

    public override var description: String { canonical }
    public override var hash: Int { canonical.hashValue }
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CBUUID)?.canonical == canonical
    }
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
