import Foundation
import FoundationNetworking
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

/// The daemon hangs up on whoever asks for what can't be a request: it is never asked.
@Suite(.behaviour("reliability A3")) struct TransferBoundsTests {
    private let configuration = BackgroundURLSessionConfiguration.background(withIdentifier: "s")

    @Test(
        "What would end a line of the request isn't asked for",
        arguments: [("GET /", "x"), ("", "x"), ("GET", "a\r\nHost: b"), ("GET", "a\u{0}b")])
    func lines(method: String, value: String) throws {
        var request = URLRequest(url: try #require(URL(string: "http://host")))
        request.httpMethod = method
        configuration.httpAdditionalHeaders = ["X-App": value]
        let error = #expect(throws: URLError.self) {
            try TransferRequest(request, configuration)
        }
        #expect(error?.code == .badURL)
    }

    @Test(
        "Times are from a second to a year",
        arguments: [(0.1, 1.0), (.infinity, 31_536_000), (.nan, 60), (-1, 60)])
    func times(given: Double, taken: Double) throws {
        let request = URLRequest(url: try #require(URL(string: "http://host")))
        configuration.timeoutIntervalForRequest = given
        #expect(try TransferRequest(request, configuration).requestTimeout == taken)
    }

    @Test("A long description is cut off between two characters")
    func description() {
        #expect(String(repeating: "é", count: 600).prefix(utf8: 1_023).utf8.count == 1_022)
        #expect("short".prefix(utf8: 1_024) == "short")
    }
}
