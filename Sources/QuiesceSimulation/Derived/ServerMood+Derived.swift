// Derived from Transfers/ServerMood.swift by scripts/derive. Change that, and run it.
// sha256 a3149b9968a377ba

import QuiesceVocabulary

extension ServerMood: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .honest: sink.word("honest", number: 0)
        case .otherStart: sink.word("otherStart", number: 1)
        case .otherTotal: sink.word("otherTotal", number: 2)
        case .otherVersion: sink.word("otherVersion", number: 3)
        case .noContentRange: sink.word("noContentRange", number: 4)
        case .multipart: sink.word("multipart", number: 5)
        case .ignoresRanges: sink.word("ignoresRanges", number: 6)
        case .unsatisfiable: sink.word("unsatisfiable", number: 7)
        case .notModified: sink.word("notModified", number: 8)
        case .partUnasked: sink.word("partUnasked", number: 9)
        case .shortBody: sink.word("shortBody", number: 10)
        case .longBody: sink.word("longBody", number: 11)
        case .negativeLength: sink.word("negativeLength", number: 12)
        case .rubbishLength: sink.word("rubbishLength", number: 13)
        case .twoLengths: sink.word("twoLengths", number: 14)
        case .absurdLength: sink.word("absurdLength", number: 15)
        case .chunkedShort: sink.word("chunkedShort", number: 16)
        case .brokenChunks: sink.word("brokenChunks", number: 17)
        case .lengthAndChunks: sink.word("lengthAndChunks", number: 18)
        case .compressed: sink.word("compressed", number: 19)
        case .endlessHeaders: sink.word("endlessHeaders", number: 20)
        case .redirects: sink.word("redirects", number: 21)
        case .redirectLoop: sink.word("redirectLoop", number: 22)
        case .blankLocation: sink.word("blankLocation", number: 23)
        case .redirectsToFTP: sink.word("redirectsToFTP", number: 24)
        case .redirectsToHTTP: sink.word("redirectsToHTTP", number: 25)
        case .busy: sink.word("busy", number: 26)
        case .busyForSeconds: sink.word("busyForSeconds", number: 27)
        case .busyUntilDate: sink.word("busyUntilDate", number: 28)
        case .busyForEver: sink.word("busyForEver", number: 29)
        case .tooManyRequests: sink.word("tooManyRequests", number: 30)
        case .challenges: sink.word("challenges", number: 31)
        case .notFound: sink.word("notFound", number: 32)
        case .captivePortal: sink.word("captivePortal", number: 33)
        case .unknownHost: sink.word("unknownHost", number: 34)
        case .refuses: sink.word("refuses", number: 35)
        case .cutsTLS: sink.word("cutsTLS", number: 36)
        case .stutters: sink.word("stutters", number: 37)
        case .stalls: sink.word("stalls", number: 38)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ServerValidator: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .etag: sink.word("etag", number: 0)
        case .weakETag: sink.word("weakETag", number: 1)
        case .lastModified: sink.word("lastModified", number: 2)
        case .none: sink.word("none", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ServerChange: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .mood(let value0):
            sink.beginCase("mood", number: 0)
            sink.field("_0", value0)
        case .validator(let value0):
            sink.beginCase("validator", number: 1)
            sink.field("_0", value0)
        case .ranges(let value0):
            sink.beginCase("ranges", number: 2)
            sink.field("_0", value0)
        case .newVersion(let value0):
            sink.beginCase("newVersion", number: 3)
            sink.field("bytes", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("mood") {
            self = .mood(
                try fields.read("_0"))
        } else if word.isWord("validator") {
            self = .validator(
                try fields.read("_0"))
        } else if word.isWord("ranges") {
            self = .ranges(
                try fields.read("_0"))
        } else if word.isWord("newVersion") {
            self = .newVersion(
                bytes: try fields.read("bytes"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
