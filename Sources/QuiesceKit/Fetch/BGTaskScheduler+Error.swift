import Foundation

extension BGTaskScheduler {
    /// Why a request wasn't taken.
    public struct Error: Swift.Error, Sendable, Hashable, LocalizedError {
        /// The values are those of BackgroundTasks.
        public enum Code: Int, Sendable {
            /// The user has switched background refresh off, for this app or for all (F8).
            case unavailable = 1
            /// As many are pending as may be.
            case tooManyPendingTaskRequests = 2
            /// Info.plist has not the identifier, or not the mode.
            case notPermitted = 3
            /// A continued task can't begin at once, and isn't to wait.
            case immediateRunIneligible = 4
            /// The device can't keep it: its disk is full, or fails. Quiesce's own.
            case notStored = 100

            /// For `catch BGTaskScheduler.Error.notPermitted`.
            public static func ~= (code: Code, error: any Swift.Error) -> Bool {
                (error as? BGTaskScheduler.Error)?.code == code
            }
        }

        /// Why the request was refused.
        public let code: Code
        /// A description of the error, with the remedy.
        public let errorDescription: String?

        init(_ code: Code, _ description: String) {
            self.code = code
            errorDescription = description
        }

        /// Background tasks aren't to be had here.
        public static let unavailable = Code.unavailable
        /// As many requests of that kind wait as may.
        public static let tooManyPendingTaskRequests = Code.tooManyPendingTaskRequests
        /// The Info.plist doesn't permit that identifier, or doesn't declare the mode.
        public static let notPermitted = Code.notPermitted
        /// A continued task can't begin at once, and isn't to wait.
        public static let immediateRunIneligible = Code.immediateRunIneligible
        /// The device's disk didn't take it; this is Quiesce's own.
        public static let notStored = Code.notStored

        /// - Parameter reason: the daemon's word for it.
        init(refusal reason: String) {
            let code: Code =
                switch reason {
                case "noSpace", "storeFailed": .notStored
                case "tooManyTaskRequests", "tooManyContinued": .tooManyPendingTaskRequests
                case "continuedNoRoom", "continuedNotWhileWarm": .immediateRunIneligible
                case "continuedUnknown": .unavailable
                case _: .notPermitted
                }
            self.init(code, "quiesced refused it: \(reason)")
        }
    }
}
