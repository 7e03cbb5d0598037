// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation
import Synchronization

/// The number of a system sound.
public typealias SystemSoundID = UInt32
/// The result code of a function of AudioToolbox: 0 is success.
public typealias OSStatus = Int32

/// Vibrates, where the device can; Quiesce says so in the log.
public let kSystemSoundID_Vibrate: SystemSoundID = 4_095
/// There was no problem.
public let kAudioServicesNoError: OSStatus = 0
/// The sound isn't one that can be played, or no sound has that number.
public let kAudioServicesBadSystemSoundIDError: OSStatus = -1_501

/// The short sounds that the app has made ready (A4).
private final class SystemSounds: Sendable {
    static let shared = SystemSounds()
    private let sounds = Mutex((next: SystemSoundID(5_000), known: [SystemSoundID: SoundSource]()))

    func add(_ source: SoundSource) -> SystemSoundID {
        sounds.withLock { sounds in
            let id = sounds.next
            sounds.next += 1
            sounds.known[id] = source
            return id
        }
    }

    func remove(_ id: SystemSoundID) -> Bool {
        sounds.withLock { $0.known.removeValue(forKey: id) != nil }
    }

    subscript(_ id: SystemSoundID) -> SoundSource? { sounds.withLock { $0.known[id] } }
}

/// Makes a sound of a file ready, of 30 seconds at most (A4). From any thread.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: URL, _ outSystemSoundID: inout SystemSoundID
) -> OSStatus {
    let source = SoundSource(path: inFileURL.path)
    guard let info = try? source.info(), Double(info.frames) / Double(info.rate) <= 30 else {
        return kAudioServicesBadSystemSoundIDError
    }
    outSystemSoundID = SystemSounds.shared.add(source)
    return kAudioServicesNoError
}

/// Forgets a sound; one that plays is heard to its end. From any thread.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    SystemSounds.shared.remove(inSystemSoundID)
        ? kAudioServicesNoError : kAudioServicesBadSystemSoundIDError
}

/// Plays a sound beside whatever else is heard: it has nothing to do with the app's session (A4).
/// From any thread.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, nil)
}

/// Likewise; with an alert's vibration, where the device can.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, nil)
}

/// Plays a sound, and calls `inCompletionBlock` on a thread of its own when it was heard.
@preconcurrency public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    guard let source = SystemSounds.shared[inSystemSoundID] else {
        inCompletionBlock?()
        return
    }
    SoundPlayback(source, from: 0, loops: 0, volume: 1).begin { _ in inCompletionBlock?() }
}
