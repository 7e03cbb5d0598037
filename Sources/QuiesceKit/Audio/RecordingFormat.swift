import CQuiesceSound
import Foundation

/// The key of a recording's format; the value is one of `AudioFormatID`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples a second.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AVSampleRateKey = "AVSampleRateKey"
/// 1: one ear; 2: both.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Bits of a sample.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"

/// The format of a recording.
public typealias AudioFormatID = UInt32
/// Not compressed: the one that can be recorded.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d

/// Why something can't be recorded.
public struct AVAudioRecorderError: Error, Sendable, Hashable, LocalizedError {
    /// In words, for a log.
    public let errorDescription: String?

    init(_ words: String) { errorDescription = words }
}

/// The settings of a recorder, read.
struct RecordingFormat {
    let rate: Int32
    let channels: Int32

    init(_ settings: [String: Any]) throws {
        func number(_ key: String, or usual: Int, _ range: ClosedRange<Int>) throws -> Int {
            guard let value = settings[key] else { return usual }
            guard let number = Self.whole(value), range.contains(number) else {
                throw AVAudioRecorderError(
                    "\(key) can't be \(value): \(range.lowerBound) to \(range.upperBound) can be recorded"
                )
            }
            return number
        }
        guard qs_can_decode() else {
            throw AVAudioRecorderError(
                "libsndfile is not installed, which writes sounds: apt-get install libsndfile1")
        }
        let kind = settings[AVFormatIDKey].flatMap(Self.whole)
        guard settings[AVFormatIDKey] == nil || kind == Int(kAudioFormatLinearPCM) else {
            throw AVAudioRecorderError(
                "only kAudioFormatLinearPCM can be recorded, which is written as WAV")
        }
        rate = Int32(try number(AVSampleRateKey, or: 44_100, 8_000...192_000))
        channels = Int32(try number(AVNumberOfChannelsKey, or: 1, 1...2))
        _ = try number(AVLinearPCMBitDepthKey, or: 16, 16...16)
    }

    /// As code for iOS writes numbers here.
    private static func whole(_ value: Any) -> Int? {
        switch value {
        case let value as Int: value
        case let value as UInt32: Int(value)
        case let value as Double: Int(exactly: value)
        case let value as Float: Int(exactly: value)
        case let value as NSNumber: value.intValue
        case _: nil
        }
    }

    var settings: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double(rate),
            AVNumberOfChannelsKey: Int(channels), AVLinearPCMBitDepthKey: 16,
        ]
    }
}
