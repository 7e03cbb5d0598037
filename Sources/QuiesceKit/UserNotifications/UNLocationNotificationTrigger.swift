import Foundation
import QuiesceWire

/// The notification comes when the device enters or leaves a region (N1, G4). The app needn't run,
/// nor is it woken; the user lets it know where the device is, at least while it is in use, or
/// nothing comes.
// Its region is a copy that nobody has: values alone.
public final class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let identifier: String
    /// nil: it is no region that can be watched.
    let watched: WatchedRegion?

    /// Where it comes: by its `notifyOnEntry` and `notifyOnExit`. A copy.
    public var region: CLRegion {
        watched.flatMap(CLRegion.make)
            ?? CLCircularRegion(
                center: kCLLocationCoordinate2DInvalid, radius: 0, identifier: identifier)
    }

    /// - Parameters:
    ///   - region: a circle; one of beacons is refused when the notification is added.
    ///   - repeats: it comes each time.
    public init(region: CLRegion, repeats: Bool) {
        (identifier, watched) = (region.identifier, region.watched)
        super.init(repeats: repeats)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNLocationNotificationTrigger else { return false }
        return other.identifier == identifier && other.watched == watched
            && other.repeats == repeats
    }

    public override var hash: Int { identifier.hashValue }
}
