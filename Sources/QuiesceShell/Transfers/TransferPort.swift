import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// The transfer agent, and the files that it and apps hand to each other. What comes of it are
/// events.
package struct TransferPort {
    /// Starts the agent's process, without waiting for it: `Device.heard(_:)` gets what it says,
    /// `TransferEvent.agentEnded` follows its end.
    package var startAgent: () -> Void
    /// Dropped when there is no agent. `upload`: opened, checked and passed along with a `start`;
    /// what is wrong with it comes as `interrupted`.
    package var tell: (MessageToAgent, _ upload: UploadFile?) -> Void
    /// Moves the agent's file to its owner; `completion` once it is there, and on disk.
    package var place: (TransferID, FilePlace, @escaping Placed) -> Void
    /// - Parameter copy: as in `TransferredFile`.
    package typealias Placed = (_ failure: TransferFailure?, _ copy: Int?) -> Void
    package var unplace: (TransferID, AppID) -> Void
    /// The present description of a file in an app's container; nil: the file can't be uploaded.
    package var upload: (AppID, _ path: String) -> UploadFile?

    package init(
        startAgent: @escaping () -> Void,
        tell: @escaping (MessageToAgent, _ upload: UploadFile?) -> Void,
        place: @escaping (TransferID, FilePlace, @escaping Placed) -> Void,
        unplace: @escaping (TransferID, AppID) -> Void,
        upload: @escaping (AppID, _ path: String) -> UploadFile?
    ) {
        self.startAgent = startAgent
        self.tell = tell
        self.place = place
        self.unplace = unplace
        self.upload = upload
    }
}

/// Where a finished file goes.
package enum FilePlace: Sendable, Hashable {
    case container(AppID)
    /// The absolute path that `quiesce get` was given.
    case path(String)
}

/// A file that is to be uploaded, as it was when it was handed over.
// derive: json
package struct UploadFile: Sendable, Hashable {
    /// nil: the user's, by its absolute path.
    package var app: AppID?
    package var path: String
    package var size: UInt64
    package var inode: UInt64
    /// Nanoseconds since 1970.
    package var modified: Int64

    package init(app: AppID?, path: String, size: UInt64, inode: UInt64, modified: Int64) {
        self.app = app
        self.path = path
        self.size = size
        self.inode = inode
        self.modified = modified
    }
}

/// The part of a transfer that the store keeps beside its fact: everything that may be secret.
// derive: json
package struct StoredTransfer: Sendable, Hashable {
    package var request: TransferRequest
    package var upload: UploadFile?
    /// Where `quiesce get` wants it.
    package var destination: String?
    /// Whether the file couldn't be uploaded from the beginning.
    package var isRefused: Bool?

    package init(
        request: TransferRequest, upload: UploadFile? = nil, destination: String? = nil,
        isRefused: Bool? = nil
    ) {
        self.request = request
        self.upload = upload
        self.destination = destination
        self.isRefused = isRefused
    }
}
