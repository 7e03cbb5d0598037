// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation

extension AVAudioSession {
    /// How sound goes with that of others (A3).
    public struct Category: RawRepresentable, Sendable, Hashable {
        /// The name, as AVFAudio has it.
        public let rawValue: String
        /// A category by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Plays beside others; silent out of sight.
        public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
        /// Interrupts others; silent out of sight. The category at first.
        public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Goes on out of sight, with the background mode `audio` (A1).
        public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records, likewise.
        public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
        /// Does both, likewise.
        public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// As `playback`: Quiesce has one route.
        public static let multiRoute = Self(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// For what sound is used. It changes nothing of what is heard.
    public struct Mode: RawRepresentable, Sendable, Hashable {
        /// The name, as AVFAudio has it.
        public let rawValue: String
        /// A mode by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Anything.
        public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
        /// A talk between two.
        public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
        /// One with pictures.
        public static let videoChat = Self(rawValue: "AVAudioSessionModeVideoChat")
        /// One in a game.
        public static let gameChat = Self(rawValue: "AVAudioSessionModeGameChat")
        /// Sound of a film that is recorded.
        public static let videoRecording = Self(rawValue: "AVAudioSessionModeVideoRecording")
        /// Sound that is measured.
        public static let measurement = Self(rawValue: "AVAudioSessionModeMeasurement")
        /// A film.
        public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech: podcasts, books.
        public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short directions.
        public static let voicePrompt = Self(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// The values are AVFAudio's.
    public struct CategoryOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Plays beside others, and interrupts none.
        public static let mixWithOthers = Self(rawValue: 0x1)
        /// Likewise; others would be softer, which the sound server is left to.
        public static let duckOthers = Self(rawValue: 0x2)
        /// Kept, without effect: the sound server chooses the route.
        public static let allowBluetooth = Self(rawValue: 0x4)
        /// Kept, without effect: the sound server chooses the route.
        public static let defaultToSpeaker = Self(rawValue: 0x8)
        /// Plays beside others; speech of others isn't told apart from music, so it isn't
        /// interrupted.
        public static let interruptSpokenAudioAndMixWithOthers = Self(rawValue: 0x11)
        /// Kept, without effect: the sound server chooses the route.
        public static let allowBluetoothA2DP = Self(rawValue: 0x20)
        /// Kept, without effect: the sound server chooses the route.
        public static let allowAirPlay = Self(rawValue: 0x40)
    }

    /// The values are AVFAudio's.
    public struct SetActiveOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Those who were interrupted hear that they should go on.
        public static let notifyOthersOnDeactivation = Self(rawValue: 1)
    }

    /// The type of an `interruptionNotification`. The values are AVFAudio's.
    public enum InterruptionType: UInt, Sendable {
        /// The other sound is over, and the app may go on.
        case ended = 0
        /// Another's sound has taken over: the app's is stopped.
        case began = 1
    }

    /// The options of an `interruptionNotification` about an interruption's end. The values are
    /// AVFAudio's.
    public struct InterruptionOptions: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The app should go on.
        public static let shouldResume = Self(rawValue: 1)
    }

    /// The reason in an `interruptionNotification` about an interruption's start. The values are
    /// AVFAudio's.
    public enum InterruptionReason: UInt, Sendable {
        /// Another app's sound, or a call.
        case `default` = 0
        /// The app was left, and its sound doesn't go on out of sight (A2).
        case appWasSuspended = 1
        /// The microphone is off. Quiesce never says so.
        case builtInMicMuted = 2
    }

    /// The type of a `silenceSecondaryAudioHintNotification`. The values are AVFAudio's.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// The other app's sound is over.
        case end = 0
        /// Another app's sound matters more: soften or stop what accompanies the app's own.
        case begin = 1
    }

    /// The reason of a `routeChangeNotification`. The values are AVFAudio's; Quiesce says
    /// `newDeviceAvailable` and `oldDeviceUnavailable`, when a sound server came or went.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        /// A new way out, such as headphones that were plugged in.
        case newDeviceAvailable = 1
        /// The way out is gone: iOS's rule is to stop playing.
        case oldDeviceUnavailable = 2
        /// The app has set another category.
        case categoryChange = 3
        /// The app has chosen another way out.
        case override = 4
        /// The device was woken.
        case wakeFromSleep = 6
        /// There is no way for this category.
        case noSuitableRouteForCategory = 7
        /// The same way, set otherwise.
        case routeConfigurationChange = 8
    }

    /// The user's permission for the app to record. The values are AVFAudio's.
    public enum RecordPermission: UInt, Sendable {
        /// The user hasn't been asked yet.
        case undetermined = 0x756E_6474
        /// The user doesn't let the app record.
        case denied = 0x6465_6E79
        /// The user lets the app record.
        case granted = 0x6772_6E74
    }

    /// Why a session did not do what it was asked. The values are AVFAudio's.
    public enum ErrorCode: Int, Sendable {
        case none = 0
        /// The machine's sound server is gone.
        case mediaServicesFailed = 1_836_282_486
        /// The session's sounds still play.
        case isBusy = 560_030_580
        /// The category has no such options.
        case incompatibleCategory = 560_161_140
        /// In the background, an app can't stop another's sound.
        case cannotInterruptOthers = 560_557_684
        case missingEntitlement = 1_701_737_535
        case siriIsRecording = 1_936_290_409
        /// The app can't begin to play where it is.
        case cannotStartPlaying = 561_015_905
        /// The app can't begin to record where it is.
        case cannotStartRecording = 561_145_187
        /// A parameter can't be right.
        case badParam = -50
        /// Something that matters more has the sound.
        case insufficientPriority = 561_017_449
        case resourceNotAvailable = 561_145_203
        case unspecified = 2_003_329_396
        case expiredSession = 561_210_739
        /// The session isn't active.
        case sessionNotActive = 1_768_841_571
    }

    /// Another app's sound began or ended, or the app was left; see the keys below. On the main
    /// thread.
    public static let interruptionNotification = Notification.Name(
        "AVAudioSessionInterruptionNotification")
    /// A sound server came or went. On the main thread.
    public static let routeChangeNotification = Notification.Name(
        "AVAudioSessionRouteChangeNotification")
    /// Others began or ended what the app's music would disturb. On the main thread.
    public static let silenceSecondaryAudioHintNotification = Notification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
    /// Never posted: a sound server that ends takes no session with it.
    public static let mediaServicesWereLostNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    /// The sound server was started again. On the main thread.
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")
}

/// A `UInt` of `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// A `UInt` of `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// A `UInt` of `AVAudioSession.InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// A `UInt` of `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// A `UInt` of `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"

/// Why a session did not do what it was asked.
public struct AVAudioSessionError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// Why.
    public let code: AVAudioSession.ErrorCode
    /// An error of this code.
    public init(_ code: AVAudioSession.ErrorCode) { self.code = code }
    /// `NSOSStatusErrorDomain`, as AVFAudio has it.
    public static var errorDomain: String { "NSOSStatusErrorDomain" }
    /// The code's value.
    public var errorCode: Int { code.rawValue }
    /// The code in words, for a log.
    public var errorDescription: String? { "AVAudioSession: \(code) (\(code.rawValue))" }
}

/// Where sound goes.
public struct AVAudioSessionRouteDescription: Sendable, Hashable {
    /// None, or the sound server.
    public let outputs: [AVAudioSessionPortDescription]
    /// Likewise.
    public let inputs: [AVAudioSessionPortDescription]

    init(isAudible: Bool) {
        outputs = isAudible ? [.init(portType: .builtInSpeaker, portName: "Speaker")] : []
        inputs = isAudible ? [.init(portType: .builtInMic, portName: "Microphone")] : []
    }
}

/// One way for sound. The sound server knows which it is; to an app it is the device's own.
public struct AVAudioSessionPortDescription: Sendable, Hashable {
    /// The port's kind.
    public let portType: AVAudioSession.Port
    /// The port's name.
    public let portName: String
}

extension AVAudioSession {
    /// A kind of way for sound.
    public struct Port: RawRepresentable, Sendable, Hashable {
        /// The name, as AVFAudio has it.
        public let rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The device's speaker.
        public static let builtInSpeaker = Self(rawValue: "Speaker")
        /// The device's microphone.
        public static let builtInMic = Self(rawValue: "MicrophoneBuiltIn")
        /// Headphones with a wire.
        public static let headphones = Self(rawValue: "Headphones")
        /// The speaker at the ear; no route has it here.
        public static let builtInReceiver = Self(rawValue: "Receiver")
        /// A headset's microphone, with a wire; no route has it here.
        public static let headsetMic = Self(rawValue: "MicrophoneWired")
        /// A line; no route has it here.
        public static let lineOut = Self(rawValue: "LineOut")
        /// Music by Bluetooth; no route has it here.
        public static let bluetoothA2DP = Self(rawValue: "BluetoothA2DPOutput")
        /// Calls by Bluetooth; no route has it here.
        public static let bluetoothHFP = Self(rawValue: "BluetoothHFP")
        /// A device of Bluetooth Low Energy; no route has it here.
        public static let bluetoothLE = Self(rawValue: "BluetoothLE")
        /// AirPlay; no route has it here.
        public static let airPlay = Self(rawValue: "AirPlay")
        /// A screen's speakers; no route has it here.
        public static let HDMI = Self(rawValue: "HDMIOutput")
        /// A device at USB; no route has it here.
        public static let usbAudio = Self(rawValue: "USBAudio")
        /// A car; no route has it here.
        public static let carAudio = Self(rawValue: "CarAudio")
    }

    /// Where sound goes in place of the usual.
    public enum PortOverride: UInt, Sendable {
        /// The usual.
        case none = 0
        /// The device's speaker.
        case speaker = 0x7370_6B72
    }

    /// Sound goes to the device's speaker, or where it goes otherwise: here there is one way, which
    /// the sound server chooses.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {}
}
