import Foundation
import QuiesceWire
import Synchronization

/// How the app's sound goes with that of others: it mixes with them or interrupts them, and is told
/// when it is interrupted itself (A1 to A3). On any thread; notifications are posted on the main
/// thread.
///
/// The device is asked without waiting for it. An activation that it refuses although
/// `setActive(_:options:)` returned is told as an interruption, as is one that another app takes
/// away a moment later.
public final class AVAudioSession: Sendable {
    struct State: Sendable {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        /// It was set, and is the device's to know.
        var isSet = false
        var isActive = false
        var plays = false
        var records = false
        var surroundings = AudioSurroundings(
            othersPlay: false, shouldBeSilent: false, isTaken: false, isAudible: false)
        /// nil: the app's connection doesn't exist yet, and is told all at once when it does.
        var link: DaemonLink?
    }

    private static let instance = AVAudioSession()
    let state = Mutex(State())

    /// The app has one; a test has one of its own.
    init() {}

    /// The app's one session.
    public static func sharedInstance() -> AVAudioSession { instance }

    // MARK: Its kind

    /// As it was set last; `soloAmbient` at first.
    public var category: Category { state.withLock(\.category) }
    /// As it was set last. It changes nothing of what is heard.
    public var mode: Mode { state.withLock(\.mode) }
    /// As they were set last.
    public var categoryOptions: CategoryOptions { state.withLock(\.options) }
    /// Those that can be set: all of them.
    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }

    /// Says of what kind the app's sound is: whether it mixes with others, and whether it may go on
    /// out of sight (A1, A3).
    ///
    /// - Throws: `badParam` for a category that there isn't, or options that it can't have.
    public func setCategory(
        _ category: Category, mode: Mode = .default, options: CategoryOptions = []
    ) throws {
        guard let known = AudioCategory(category) else { throw AVAudioSessionError(.badParam) }
        if options.mixes, known == .record || known == .soloAmbient {
            throw AVAudioSessionError(.badParam)
        }
        state.withLock { state in
            state.category = category
            state.mode = mode
            state.options = options
            state.isSet = true
            state.ask(.set(state.setting))
        }
    }

    /// Likewise, as code before iOS 10 has it.
    public func setCategory(_ category: Category, options: CategoryOptions) throws {
        try setCategory(category, mode: .default, options: options)
    }

    /// Says for what it is used.
    public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

    // MARK: Active or not

    /// Begins or ends the session. One that doesn't mix interrupts those of others; with
    /// `notifyOthersOnDeactivation` they hear that they should go on (A3).
    ///
    /// - Throws:
    ///   `cannotInterruptOthers` during a call, and while the app in front plays and this one isn't
    ///   in front; `isBusy`
    ///   for ending it while its players play.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        try state.withLock { state in
            if active {
                if state.setting.interrupts, state.surroundings.isTaken {
                    throw AVAudioSessionError(.cannotInterruptOthers)
                }
                state.isSet = true
                state.isActive = true
                state.ask(.set(state.setting))
                state.ask(.activate)
            } else {
                state.isActive = false
                state.ask(
                    .deactivate(notifies: options.contains(.notifyOthersOnDeactivation)))
                if state.plays || state.records { throw AVAudioSessionError(.isBusy) }
            }
        }
    }

    // MARK: Others

    /// Another app plays.
    public var isOtherAudioPlaying: Bool { state.withLock(\.surroundings.othersPlay) }
    /// Another app plays what music of this one would disturb.
    public var secondaryAudioShouldBeSilencedHint: Bool {
        state.withLock(\.surroundings.shouldBeSilent)
    }
    /// From 0 to 1. The sound server keeps each app's own volume: here it is always 1.
    public var outputVolume: Float { 1 }
    /// Whether there is anything to record with: a sound server.
    public var isInputAvailable: Bool { state.withLock(\.surroundings.isAudible) }
    /// Where sound goes: one output, if there is a sound server.
    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(isAudible: state.withLock(\.surroundings.isAudible))
    }

    // MARK: Recording

    /// The user's permission for the app to record (U4).
    @preconcurrency @MainActor public var recordPermission: RecordPermission {
        switch UIApplication.shared.permissions.state(of: .microphone) {
        case .notDetermined: .undetermined
        case .denied: .denied
        case .authorized, .authorizedWhenInUse: .granted
        }
    }

    /// Asks the user whether the app may record, once; `response` is called on the main thread.
    @preconcurrency @MainActor public func requestRecordPermission(
        _ response: @escaping @MainActor (Bool) -> Void
    ) {
        UIApplication.shared.permissions.request(.microphone) { response($0 == .authorized) }
    }

    // MARK: Its own players

    /// A player or recorder of the app begins or ends. The first one activates the session, as
    /// nothing is heard without.
    func work(plays: Bool, records: Bool) {
        let isFirst = state.withLock { state in
            let isFirst = !state.isActive && (plays || records)
            guard state.plays != plays || state.records != records else { return isFirst }
            state.plays = plays
            state.records = records
            state.ask(.working(plays: plays, records: records))
            return isFirst
        }
        if isFirst { try? setActive(true) }
    }
}

extension AVAudioSession.State {
    var setting: AudioSetting {
        AudioSetting(
            AudioCategory(category) ?? .soloAmbient, mixes: options.mixes)
    }

    func ask(_ request: AudioRequest) { link?.change { $0.ask(request) } }

    /// All that the device is to know, for one that may know nothing.
    func askAgain() {
        guard isSet || plays || records else { return }
        ask(.set(setting))
        if isActive { ask(.activate) }
        if plays || records { ask(.working(plays: plays, records: records)) }
    }
}

extension AVAudioSession.CategoryOptions {
    /// It plays beside others.
    fileprivate var mixes: Bool {
        !isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
    }
}

extension AudioCategory {
    init?(_ category: AVAudioSession.Category) {
        switch category {
        case .ambient: self = .ambient
        case .soloAmbient: self = .soloAmbient
        case .playback: self = .playback
        case .record: self = .record
        case .playAndRecord: self = .playAndRecord
        case .multiRoute: self = .multiRoute
        default: return nil
        }
    }
}

extension AVAudioSession {
    /// It is active already.
    var isReady: Bool { state.withLock(\.isActive) }
}
