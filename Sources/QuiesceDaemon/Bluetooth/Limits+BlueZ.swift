import QuiesceCore

extension Limits {
    /// Milliseconds until the system bus is looked for again, twice as long each time that there is
    /// none.
    static let bluezRetryMilliseconds = 1_000
    static let bluezRetryMillisecondsMost = 60_000
    /// Seconds for an answer that comes of bluetoothd itself.
    static let bluezAnswerSeconds: UInt64 = 25
    /// Seconds for one that comes of a peripheral: the attribute protocol gives it thirty.
    static let attributeSeconds: UInt64 = 35
    /// Seconds until a connection comes to something: bluetoothd itself gives up before.
    static let bluezConnectSeconds: UInt64 = 60
    /// Milliseconds until a peripheral that couldn't be connected to is tried again, twice as long
    /// each time; at once when it is heard.
    static let bluezConnectRetryMilliseconds = 5_000
    static let bluezConnectRetryMillisecondsMost = 60_000
    /// Milliseconds until a scan that bluetoothd refused is asked for again: it does while it is
    /// busy.
    static let bluezScanRetryMilliseconds = 1_000
    /// Objects of bluetoothd that are looked at: some fifty peripherals with their services, many
    /// times over.
    static let bluezObjects = 8_192
    /// Seconds in which a beacon that goes on saying the same is told once: several times in
    /// `beaconSilence`.
    static let beaconRepeatSeconds: UInt64 = 5
}
