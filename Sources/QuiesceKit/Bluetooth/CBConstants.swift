// The keys of Core Bluetooth's dictionaries.

/// A `String`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// `Data`: the company's two bytes first, the low one before the high one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// `[CBUUID: Data]`
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// `[CBUUID]`
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// `[CBUUID]`; never there, as what is advertised always fits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// `NSNumber`, dBm.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// `NSNumber`: whether it can be connected to.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// `[CBUUID]`; never there.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

/// Kept: there is no such alert.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` by which the manager is restored (B3).
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// A `Bool`: each advertisement is told, while the app is in front.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Kept, and of no effect.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey =
    "kCBScanOptionSolicitedServiceUUIDs"
/// Kept, and of no effect: an app without the mode is told once it executes.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Likewise.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
    "kCBConnectOptionNotifyOnDisconnection"
/// Likewise.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnNotificationKey =
    "kCBConnectOptionNotifyOnNotification"
/// `[CBPeripheral]`: those that were connected, or to be.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// `[CBUUID]`: what was scanned for.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// Never there.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

/// Kept: there is no such alert.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// A `String` by which the manager is restored (B3).
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// `[CBMutableService]`
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// `[String: Any]`: what was advertised.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
