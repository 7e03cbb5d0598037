import Foundation

/// A message of a page.
struct PageMessage: Decodable, Sendable {
    /// Comes first: the key that the page's browser got when it came in.
    var key: String?
    /// Whether somebody can see the page.
    var looking: Bool?
    /// The listings that it shows, beside those that each page has.
    var topics: [String]?
    /// Where its user is in what the system shows; absent: as it was.
    var view: ScreenView?
    /// A touch of the screen, answered under that number.
    var touch: Touch?
    /// A command, answered under that number.
    var run: UInt64?
    /// The words after `quiesce`.
    var words: [String]?
    /// The command's standard input.
    var input: String?
    /// The device's timeline is asked for, and answered under that number.
    var timeline: UInt64?
    /// Answered by the same number.
    var ping: UInt64?

    struct Touch: Decodable, Sendable {
        var number: UInt64
        /// Points of the picture.
        var x: Double
        var y: Double
        /// One phase alone: nil: a tap.
        var phase: String?
    }
}
