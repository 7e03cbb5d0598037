// Derived from Transfers/TransferPort.swift by scripts/derive. Change that, and run it.
// sha256 c5585d759158a07e

import QuiesceAgentProtocol
import QuiesceCore
import QuiesceVocabulary
import QuiesceWire

extension UploadFile: DescribedFields, JSONFields {
    package func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("path", path)
        sink.field("size", size)
        sink.field("inode", inode)
        sink.field("modified", modified)
    }

    package init(fields: JSONObject) throws(JSONError) {
        app = try fields.readIfPresent("app")
        path = try fields.read("path")
        size = try fields.read("size")
        inode = try fields.read("inode")
        modified = try fields.read("modified")
    }
}

extension StoredTransfer: DescribedFields, JSONFields {
    package func describeFields(to sink: inout some Sink) {
        sink.field("request", request)
        sink.field("upload", upload)
        sink.field("destination", destination)
        sink.field("isRefused", isRefused)
    }

    package init(fields: JSONObject) throws(JSONError) {
        request = try fields.read("request")
        upload = try fields.readIfPresent("upload")
        destination = try fields.readIfPresent("destination")
        isRefused = try fields.readIfPresent("isRefused")
    }
}
