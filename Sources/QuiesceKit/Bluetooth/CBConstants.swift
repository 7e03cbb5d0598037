// The keys of Core Bluetooth's dictionaries.

/// A `String`.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// `Data`: the company's two bytes first, the low one before the high one.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// `[CBUUID: Data]`
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// `[CBUUID]`
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// `[CBUUID]`; never there, as what is advertised always fits.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// `NSNumber`, dBm.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// `NSNumber`: whether it can be connected to.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// `[CBUUID]`; never there.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

/// Kept: there is no such alert.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` by which the manager is restored (B3).
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// A `Bool`: each advertisement is told, while the app is in front.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Kept, and of no effect.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey =
    "kCBScanOptionSolicitedServiceUUIDs"
/// Kept, and of no effect: an app without the mode is told once it executes.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Likewise.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
    "kCBConnectOptionNotifyOnDisconnection"
/// Likewise.
public let CBConnectPeripheralOptionNotifyOnNotificationKey =
    "kCBConnectOptionNotifyOnNotification"
/// `[CBPeripheral]`: those that were connected, or to be.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// `[CBUUID]`: what was scanned for.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// Never there.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

/// Kept: there is no such alert.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` by which the manager is restored (B3).
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// `[CBMutableService]`
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// `[String: Any]`: what was advertised.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
