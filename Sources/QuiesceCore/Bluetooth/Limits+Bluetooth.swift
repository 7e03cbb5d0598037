extension Limits {
    /// The awake time that an app has when it is woken for Bluetooth: ten seconds (B1, B2).
    public static let bluetoothTime = Interval.seconds(10)
    /// Wake-ups for Bluetooth that an app may have at once, after it was left in peace.
    public static let bluetoothWakes = 10
    /// In which time it may have one more. A belt says a heart's rate each second, and must not be
    /// late; a peripheral that says a hundred things a second wakes its app as often, and each
    /// wake-up has all that came since the last.
    public static let bluetoothWakeInterval = Interval.seconds(1)
    /// News that wait for an app. Beyond that, what notifies most loses its oldest value.
    public static let heldBluetoothNews = 256
    /// Bytes of news that an app is handed at once, as they are counted by `BluetoothNews.cost`:
    /// half of a datagram.
    public static let bluetoothBatch = 32_000
    /// Characters of a value: the 512 bytes of the longest attribute, in base64.
    public static let attributeText = 684
    /// Managers of an app: no app has more than a few, and one that forgets its own is stopped by
    /// it.
    public static let bluetoothManagers = 16
    /// Bytes of a restore identifier.
    public static let bluetoothManagerName = 255
    /// Peripherals that a manager may want to be connected to: more than any adapter can be.
    public static let bluetoothPeripherals = 64
    /// Services that are scanned for at once.
    public static let scannedServices = 32
    /// Reads and writes of an app that haven't been answered.
    public static let bluetoothOperations = 64
    /// Peripherals that a scan is told once: beyond that the first is told again.
    public static let seenPeripherals = 256
    /// Services that an app may offer, and characteristics of each: what they take of the 65,535
    /// handles stays small.
    public static let publishedServices = 16
    public static let publishedCharacteristics = 32
    /// Questions of centrals that an app hasn't answered. Beyond that the oldest is given up: its
    /// central has waited longest.
    public static let bluetoothQuestions = 64
    /// Services of a peripheral, and characteristics of all of them, that apps hear of: what fits
    /// into a datagram.
    public static let gattServices = 64
    public static let gattCharacteristics = 200
}
