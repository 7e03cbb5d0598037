/// The way a simulated server answers: as it should, or by one row of the table of lies.
// derive: json
public enum ServerMood: String, Sendable, Hashable, CaseIterable {
    case honest
    // To a request for the rest of a file
    /// Another part than was asked for.
    case otherStart
    /// The part of a file of another length.
    case otherTotal
    /// The part of another version, which it says.
    case otherVersion
    case noContentRange
    case multipart
    /// The whole, with the same validator.
    case ignoresRanges
    /// 416, and not how long the file is.
    case unsatisfiable
    // To any request
    /// 304, although nobody set a condition.
    case notModified
    /// A part that nobody asked for.
    case partUnasked
    /// Half of what is announced.
    case shortBody
    /// More than is announced.
    case longBody
    case negativeLength, rubbishLength, twoLengths, absurdLength
    /// Chunks that stop half-way.
    case chunkedShort
    /// A chunk of a size that no number holds.
    case brokenChunks
    /// Chunks and a length; the chunks count.
    case lengthAndChunks
    /// gzip, although the plain bytes were asked for.
    case compressed
    case endlessHeaders
    case redirects, redirectLoop, blankLocation, redirectsToFTP, redirectsToHTTP
    case busy
    /// With Retry-After: two minutes, by a date, and for ever.
    case busyForSeconds, busyUntilDate, busyForEver
    case tooManyRequests
    case challenges
    case notFound
    /// 200 and a page of the network's own.
    case captivePortal
    // The connection
    case unknownHost, refuses, cutsTLS
    /// A byte now and then: slow, and not too slow.
    case stutters
    /// Half of it, and then nothing more.
    case stalls
}

/// By what a server tells one version from another.
// derive: json
public enum ServerValidator: String, Sendable, Hashable, CaseIterable {
    case etag, weakETag, lastModified, none
}

/// How a server is from now on.
// derive: cases
public enum ServerChange: Sendable, Hashable {
    case mood(ServerMood)
    case validator(ServerValidator)
    case ranges(Bool)
    /// All its files are replaced by others of this length.
    case newVersion(bytes: UInt64)
}
