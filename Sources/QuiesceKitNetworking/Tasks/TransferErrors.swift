import Foundation
import QuiesceWire

/// In an error's `userInfo`: what `downloadTask(withResumeData:)` takes.
// The name is Foundation's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

/// In an error's `userInfo`: the daemon's own word for why a transfer failed, as in
/// docs/transfers.md.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let BackgroundURLSessionFailureReasonKey = "BackgroundURLSessionFailureReason"

/// Why a session is invalid from the start.
public enum BackgroundURLSessionError: LocalizedError, Hashable {
    /// There is a session of this identifier already, in this process (X8).
    case identifierInUse(String)
    /// It is empty, over 256 bytes, or has control characters.
    case badIdentifier

    /// The failure in a sentence.
    public var errorDescription: String? {
        switch self {
        case .badIdentifier:
            "a background session's identifier has 1 to 256 bytes without control characters"
        case .identifierInUse(let identifier):
            "a background session with the identifier \(identifier) exists already; use that one, or "
                + "invalidate it first"
        }
    }
}

extension TransferVerdict.Failure {
    /// Foundation's code for the daemon's word.
    var code: URLError.Code {
        switch reason {
        case "hostNotFound": .cannotFindHost
        case "cannotConnect": .cannotConnectToHost
        case "connectionLost": .networkConnectionLost
        case "timedOut", "resourceTimedOut": .timedOut
        case "secureConnectionFailed": .secureConnectionFailed
        case "serverBusy", "badStatus", "badServerResponse", "serverInconsistent":
            .badServerResponse
        case "agentEnded", "requestLost": .backgroundSessionWasDisconnected
        case "noSpace", "diskFailed": .cannotWriteToFile
        case "serverCertificateUntrusted": .serverCertificateUntrusted
        case "clientCertificateRejected": .clientCertificateRejected
        case "tooManyRedirects": .httpTooManyRedirects
        case "redirectRefused": .redirectToNonExistentLocation
        case "tooLarge": .dataLengthExceedsMaximum
        case "authenticationRequired": .userAuthenticationRequired
        case "authenticationCancelled": .userCancelledAuthentication
        case "checksumMismatch": .cannotDecodeContentData
        case "badURL": .badURL
        case "unsupportedURL": .unsupportedURL
        case "fileMissing": .fileDoesNotExist
        case "fileRefused": .noPermissionsToReadFile
        case "fileChanged": .cannotOpenFile
        case "cancelled", "forceQuit": .cancelled
        case _: .unknown  // A later daemon's.
        }
    }

    /// As the delegate gets it.
    func error(url: URL?, resumeData: Data?) -> URLError {
        var info: [String: Any] = [BackgroundURLSessionFailureReasonKey: reason]
        info[NSURLErrorFailingURLErrorKey] = url
        if reason == "forceQuit" {
            info[NSURLErrorBackgroundTaskCancelledReasonKey] =
                NSURLErrorCancelledReasonUserForceQuitApplication
        }
        info[NSURLSessionDownloadTaskResumeData] = resumeData
        return URLError(code, userInfo: info)
    }
}
