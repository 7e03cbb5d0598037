import Glibc
import QuiesceCore

// The lines of a journal that were written without JSONEncoder (`PlainLine` in QuiesceSystem) are
// read without JSONDecoder, which takes 50 times as long: a busy device's day has 30,000 of them.
// Only that very form is taken. Any other line, right or wrong, is left to JSONDecoder.

/// Takes plain JSON from the front of a line: no spaces, keys in the order in which they are
/// written, whole numbers, and strings without escapes.
package struct PlainReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter line: outlives the reader.
    package init(_ line: UnsafeRawBufferPointer) { bytes = line }

    var isAtEnd: Bool { position == bytes.count }

    /// Takes `literal` if it comes next.
    mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard count <= bytes.count - position, let base = bytes.baseAddress,
            memcmp(base + position, literal.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    mutating func number() -> UInt64? {
        let start = position
        var value: UInt64 = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"),
            digit <= 9
        {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { return nil }
            value = sum
            position += 1
        }
        let count = position - start
        return count == 0 || (count > 1 && bytes[start] == UInt8(ascii: "0")) ? nil : value
    }

    private mutating func signed() -> Int64? {
        let isNegative = take("-")
        guard let magnitude = number() else { return nil }
        if !isNegative { return Int64(exactly: magnitude) }
        guard magnitude > 0, magnitude <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }

    private mutating func app() -> AppID? {
        guard take("\"") else { return nil }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
        let name = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard take("\"") else { return nil }
        // An app id has no character that JSON escapes.
        return AppID(String(decoding: name, as: UTF8.self))
    }

    /// `{"i":…,"a":…,"w":…}`
    mutating func moment() -> Moment? {
        guard take(#"{"i":"#), let instant = signed(), take(#","a":"#), let awake = signed(),
            take(#","w":"#), let wall = signed(), take("}")
        else { return nil }
        return Moment(
            instant: Instant(nanoseconds: instant), awake: AwakeInstant(nanoseconds: awake),
            wall: WallTime(nanoseconds: wall))
    }

    /// `"0123456789abcdef"`
    mutating func fingerprint() -> Fingerprint? {
        guard take("\""), bytes.count - position > 16 else { return nil }
        var value: UInt64 = 0
        for byte in bytes[position..<(position + 16)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            case _: return nil
            }
        }
        position += 16
        return take("\"") ? Fingerprint(value: value) : nil
    }

    // MARK: - Events

    /// `"_0":"APP","_1":LAUNCH`
    private mutating func process() -> (AppID, Launch)? {
        guard take(#""_0":"#), let app = app(), take(#","_1":"#), let launch = number() else {
            return nil
        }
        return (app, Launch(number: launch))
    }

    /// `,"request":REQUEST,"_3":NUMBER`
    private mutating func request() -> (UInt64, UInt64)? {
        guard take(#","request":"#), let request = number(), take(#","_3":"#), let id = number()
        else { return nil }
        return (request, id)
    }

    /// Those that `PlainLine` writes.
    /// - Returns: nil for any other.
    package mutating func event() -> Event? {
        guard let event = openEvent(), take("}}") else { return nil }
        return event
    }

    private mutating func openEvent() -> Event? {
        if take(#"{"handled":{"#) {
            guard let (app, launch) = process(), take(#","seq":"#), let seq = number() else {
                return nil
            }
            return .handled(app, launch, seq: seq)
        }
        if take(#"{"frozen":{"#) {
            guard let (app, launch) = process(), take(#","freeze":"#), let freeze = number() else {
                return nil
            }
            return .frozen(app, launch, freeze: freeze)
        }
        if take(#"{"completeWake":{"#) {
            guard let (app, launch) = process(), let (request, wake) = request(),
                let result = wakeResult()
            else { return nil }
            return .completeWake(app, launch, request: request, WakeID(wake), result)
        }
        if take(#"{"fetch":{"_0":"#) {
            guard let app = app(), take(#","_1":"#), let ticket = number() else { return nil }
            return .fetch(app, Ticket(ticket))
        }
        if take(#"{"push":{"_0":"#) { return push() }
        if take(#"{"endTask":{"#) {
            guard let (app, launch) = process(), let (request, task) = request() else {
                return nil
            }
            return .endTask(app, launch, request: request, TaskID(task))
        }
        return take(#"{"timer":{"#) ? .timer : nil
    }

    private mutating func wakeResult() -> WakeResult? {
        if take(#","_4":"noData""#) { return .noData }
        if take(#","_4":"newData""#) { return .newData }
        return take(#","_4":"failed""#) ? .failed : nil
    }

    private mutating func push() -> Event? {
        guard take(#"{"app":"#), let app = app(), take(#","contentAvailable":"#) else {
            return nil
        }
        let contentAvailable = take("true")
        guard contentAvailable || take("false"), take(#","payload":"#), let payload = number(),
            take(#","types":0},"_1":"#), let ticket = number()
        else { return nil }
        return .push(
            app, contentAvailable: contentAvailable, PayloadHandle(payload), Ticket(ticket))
    }
}
