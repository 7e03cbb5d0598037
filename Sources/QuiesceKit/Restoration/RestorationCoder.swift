import Foundation

/// The coder that the delegate and view controllers write their state to, and read it from: values
/// by keys, as of a keyed archiver, and objects that follow `NSCoding` or are bridged to such.
///
/// Foundation's own archivers on Linux don't fit: after a search for a key that isn't there, as in
/// a state that an earlier version of the app wrote, `NSKeyedUnarchiver` decodes no object any
/// more, and it can't be subclassed. So here each object has an archive of its own, and what can't
/// be read is nil or zero. Secure coding isn't asked for: an object without it would end the app,
/// and UIKit doesn't ask for it either.
final class RestorationCoder: NSCoder {
    /// Property list values.
    private var values: [String: Any]

    override init() { values = [:] }

    /// - Parameter data: what `data()` gave.
    /// - Throws: what Foundation does of bytes that are no such thing.
    init(data: Data) throws {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard let values = list as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
        self.values = values
    }

    func data() throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    }

    override var allowsKeyedCoding: Bool { true }

    override func containsValue(forKey key: String) -> Bool { values[key] != nil }

    // MARK: Writing

    override func encode(_ object: Any?, forKey key: String) {
        guard let object else {
            values[key] = nil
            return
        }
        do {
            values[key] = try NSKeyedArchiver.archivedData(
                withRootObject: object, requiringSecureCoding: false)
        } catch {
            note("\(key) of the app's state can't be saved: \(error.localizedDescription)")
        }
    }

    override func encode(_ value: Bool, forKey key: String) { values[key] = value }
    override func encode(_ value: Int, forKey key: String) { values[key] = value }
    override func encode(_ value: Int32, forKey key: String) { values[key] = Int(value) }
    override func encode(_ value: Int64, forKey key: String) { values[key] = Int(value) }
    override func encode(_ value: Float, forKey key: String) { values[key] = Double(value) }
    override func encode(_ value: Double, forKey key: String) { values[key] = value }

    // MARK: Reading

    override func decodeBool(forKey key: String) -> Bool { values[key] as? Bool ?? false }
    override func decodeInteger(forKey key: String) -> Int { values[key] as? Int ?? 0 }
    override func decodeInt32(forKey key: String) -> Int32 {
        Int32(exactly: decodeInteger(forKey: key)) ?? 0
    }
    override func decodeInt64(forKey key: String) -> Int64 { Int64(decodeInteger(forKey: key)) }
    override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }
    override func decodeDouble(forKey key: String) -> Double { values[key] as? Double ?? 0 }

    override func decodeObject(forKey key: String) -> Any? {
        unarchive(key) { archive in
            archive.requiresSecureCoding = false
            return archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        }
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        unarchive(key) { $0.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey) }
    }

    private func unarchive(_ key: String, _ body: (NSKeyedUnarchiver) -> Any?) -> Any? {
        guard let data = values[key] as? Data,
            let archive = try? NSKeyedUnarchiver(forReadingFrom: data)
        else { return nil }
        archive.decodingFailurePolicy = .setErrorAndReturn
        return body(archive)
    }
}
