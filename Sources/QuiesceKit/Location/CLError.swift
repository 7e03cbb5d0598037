import Foundation
import QuiesceWire

/// The domain of CoreLocation's errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why location can't be told (G2, G4).
public struct CLError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// The values are CoreLocation's. Quiesce says `locationUnknown`, `denied`, those of regions
    /// but for a delayed setup, `deferredFailed`, `deferredNotUpdatingLocation` and
    /// `rangingUnavailable`.
    public enum Code: Int, Sendable {
        /// No source says where the device is; it goes on trying.
        case locationUnknown = 0
        /// The user, or the device, doesn't let the app know.
        case denied = 1
        /// The network failed, of which Quiesce says `locationUnknown`.
        case network = 2
        /// The compass is disturbed.
        case headingFailure = 3
        /// The user, or the device, doesn't let the app monitor regions.
        case regionMonitoringDenied = 4
        /// The region can't be monitored: there are too many, no source tells of such regions, or
        /// it is none.
        case regionMonitoringFailure = 5
        /// A region is monitored later.
        case regionMonitoringSetupDelayed = 6
        /// No source says where the device is, so nothing can be said of the region; it goes on
        /// trying.
        case regionMonitoringResponseDelayed = 7
        /// No address is known of a place: Quiesce has no geocoder.
        case geocodeFoundNoResult = 8
        /// A part of an address is known.
        case geocodeFoundPartialResult = 9
        /// The address was asked for in vain.
        case geocodeCanceled = 10
        /// Updates can't be deferred here.
        case deferredFailed = 11
        /// Updates can't be deferred that weren't started.
        case deferredNotUpdatingLocation = 12
        /// Updates are deferred with the best accuracy only.
        case deferredAccuracyTooLow = 13
        /// Updates are deferred without a filter of distances only.
        case deferredDistanceFiltered = 14
        /// Updates are deferred no more.
        case deferredCanceled = 15
        /// No device tells how near beacons are.
        case rangingUnavailable = 16
        /// How near beacons are isn't known for now.
        case rangingFailure = 17
        /// The user doesn't want to be asked.
        case promptDeclined = 18
        /// A past place isn't known.
        case historicalLocationError = 19

        /// For `catch CLError.denied`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CLError)?.code == code
        }
    }

    /// Why.
    public let code: Code

    /// An error of this code.
    public init(_ code: Code) { self.code = code }

    /// `kCLErrorDomain`
    public static var errorDomain: String { kCLErrorDomain }
    /// The code's value.
    public var errorCode: Int { code.rawValue }
    /// The code in words, for a log.
    public var errorDescription: String? { "CoreLocation: \(code) (\(code.rawValue))" }
}

// For `catch` and for comparing with `code`, as CoreLocation has them.
extension CLError {
    /// See `Code`.
    public static let locationUnknown = Code.locationUnknown
    /// See `Code`.
    public static let denied = Code.denied
    /// See `Code`.
    public static let network = Code.network
    /// See `Code`.
    public static let headingFailure = Code.headingFailure
    /// See `Code`.
    public static let regionMonitoringDenied = Code.regionMonitoringDenied
    /// See `Code`.
    public static let regionMonitoringFailure = Code.regionMonitoringFailure
    /// See `Code`.
    public static let regionMonitoringSetupDelayed = Code.regionMonitoringSetupDelayed
    /// See `Code`.
    public static let regionMonitoringResponseDelayed = Code.regionMonitoringResponseDelayed
    /// See `Code`.
    public static let geocodeFoundNoResult = Code.geocodeFoundNoResult
    /// See `Code`.
    public static let geocodeFoundPartialResult = Code.geocodeFoundPartialResult
    /// See `Code`.
    public static let geocodeCanceled = Code.geocodeCanceled
    /// See `Code`.
    public static let deferredFailed = Code.deferredFailed
    /// See `Code`.
    public static let deferredNotUpdatingLocation = Code.deferredNotUpdatingLocation
    /// See `Code`.
    public static let deferredAccuracyTooLow = Code.deferredAccuracyTooLow
    /// See `Code`.
    public static let deferredDistanceFiltered = Code.deferredDistanceFiltered
    /// See `Code`.
    public static let deferredCanceled = Code.deferredCanceled
    /// See `Code`.
    public static let rangingUnavailable = Code.rangingUnavailable
    /// See `Code`.
    public static let rangingFailure = Code.rangingFailure
    /// See `Code`.
    public static let promptDeclined = Code.promptDeclined
    /// See `Code`.
    public static let historicalLocationError = Code.historicalLocationError
}

// As the daemon has them.
extension CLError {
    /// The error for a failure to tell where the device is.
    init(ofPlace failure: LocationFailure) {
        switch failure {
        case .denied: self.init(.denied)
        case .unknown: self.init(.locationUnknown)
        case .tooManyRegions, .regionUnavailable: self.init(.regionMonitoringFailure)
        }
    }

    /// The error for a failure of a region.
    init(ofRegion failure: LocationFailure) {
        switch failure {
        case .denied: self.init(.regionMonitoringDenied)
        case .unknown: self.init(.regionMonitoringResponseDelayed)
        case .tooManyRegions, .regionUnavailable: self.init(.regionMonitoringFailure)
        }
    }
}
