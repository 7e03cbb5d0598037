import Foundation
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKitNetworking

@Suite(.behaviour("X5")) struct TransferErrorTests {
    @Test(
        "Each of the daemon's words has a code of Foundation's",
        arguments: TransferFailure.Kind.allCases)
    func words(kind: TransferFailure.Kind) {
        let error = TransferVerdict.Failure(reason: kind.rawValue).error(
            url: URL(string: "http://host"), resumeData: nil)
        #expect(error.code != .unknown)
        #expect(error.userInfo[BackgroundURLSessionFailureReasonKey] as? String == kind.rawValue)
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "http://host"))
    }

    @Test("A word of a later daemon is an unknown error")
    func unknown() {
        #expect(TransferVerdict.Failure(reason: "sunspots").code == .unknown)
    }
}
