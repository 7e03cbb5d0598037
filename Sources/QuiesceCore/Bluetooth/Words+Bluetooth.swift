// Bluetooth in plain words, for the log and `why`.
extension Reason {
    public static let bluetoothOpened = Reason(
        "bluetoothOpened", .event("it began to use Bluetooth"))
    public static let tooManyBluetoothManagers = Reason(
        "tooManyBluetoothManagers",
        .refusal(
            "it has \(Limits.bluetoothManagers) managers of Bluetooth, as many as an app may",
            change: "it should let go of one first"))
    public static let bluetoothForgotten = Reason(
        "bluetoothForgotten",
        .event("the user force-quit it, and its connections by Bluetooth ended with it"))
    public static let bluetoothScanStarted = Reason(
        "bluetoothScanStarted", .event("it began to scan for peripherals"))
    public static let bluetoothScanStopped = Reason(
        "bluetoothScanStopped", .event("it stopped scanning for peripherals"))
    public static let peripheralConnected = Reason("peripheralConnected") { detail, _ in
        .event("it is connected to \(detail.peripheral)")
    }
    public static let peripheralDisconnected = Reason("peripheralDisconnected") { detail, _ in
        .event("its connection to \(detail.peripheral) ended")
    }
    public static let bluetoothAdvertises = Reason(
        "bluetoothAdvertises", .event("it began to advertise itself as a peripheral"))
    public static let bluetoothPublished = Reason("bluetoothPublished") { detail, _ in
        .event("it offers the service \(detail.peripheral) to others")
    }
    public static let bluetoothMerged = Reason(
        "bluetoothMerged",
        .event(
            "more than \(Limits.heldBluetoothNews) news of Bluetooth waited for it, and the oldest values were left out"
        ))
    public static let bluetoothRationed = Reason(
        "bluetoothRationed",
        .refusal(
            "it was woken for Bluetooth \(Limits.bluetoothWakes) times at once, and is once in \(Limits.bluetoothWakeInterval.spoken) from now on",
            change: "its peripheral should notify less often; nothing is lost, it is told later"))
    public static let bluetoothNotAsked = Reason(
        "bluetoothNotAsked",
        .refusal(
            "it is not connected to anything, scans for nothing and offers nothing",
            change: "it does with CBCentralManager or CBPeripheralManager"))
    public static let bluetoothNotAllowed = Reason(
        "bluetoothNotAllowed",
        .refusal(
            "the user does not let it use Bluetooth",
            change: "allow it, with `quiesce permissions APP bluetooth allow`"))
    public static let wokenForBluetooth = Reason(
        "wokenForBluetooth", .event("it was woken, because there is news of Bluetooth"))
    public static let bluetoothFound = Reason(
        "bluetoothFound", .event("there is a Bluetooth adapter, and it is on"))
    public static let bluetoothLost = Reason(
        "bluetoothLost",
        .refusal(
            "no Bluetooth adapter is on",
            change:
                "plug one in, start bluetoothd and switch it on, or play a peripheral: quiesce send bluetooth"
        ))
}

extension Bluetooth {
    static let reasons: [Reason] = [
        .bluetoothOpened, .tooManyBluetoothManagers, .bluetoothForgotten, .bluetoothScanStarted,
        .bluetoothScanStopped, .peripheralConnected, .peripheralDisconnected, .bluetoothAdvertises,
        .bluetoothPublished, .bluetoothMerged, .bluetoothRationed, .bluetoothNotAsked,
        .bluetoothNotAllowed, .wokenForBluetooth, .bluetoothFound, .bluetoothLost,
    ]
}

extension Detail? {
    fileprivate var peripheral: String {
        if case .name(let name) = self { "\"\(name)\"" } else { "a peripheral" }
    }
}
