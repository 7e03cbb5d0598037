import CCurl

/// One request of libcurl's. Belongs to the loop's thread, and isn't moved while it is in use.
final class Easy {
    let handle: UnsafeMutableRawPointer
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let excess = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    private var list: UnsafeMutablePointer<curl_slist>?

    init() {
        guard let handle = curl_easy_init() else { preconditionFailure("no memory for libcurl") }
        self.handle = handle
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(list)
        errorBuffer.deallocate()
        excess.deallocate()
    }

    /// Forgets the last request, but neither connections nor cookies.
    func reset(context: UnsafeMutableRawPointer) {
        curl_easy_reset(handle)
        curl_slist_free_all(list)
        list = nil
        errorBuffer.pointee = 0
        excess.pointee = false
        qc_set_callbacks(
            handle, context,
            { bytes, size, count, context in Easy.attempt(context).took(bytes!, size * count) },
            { bytes, size, count, context in
                Easy.attempt(context).tookHead(
                    UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { bytes, size, count, context in Easy.attempt(context).give(bytes!, size * count) },
            { context, offset, origin in Easy.attempt(context).seek(to: offset, origin) },
            errorBuffer)
        qc_watch_excess(handle, excess)
    }

    private static func attempt(_ context: UnsafeMutableRawPointer?) -> Attempt {
        Unmanaged<Attempt>.fromOpaque(context!).takeUnretainedValue()
    }

    /// libcurl's own words for what went wrong.
    var message: String { String(cString: errorBuffer) }
    /// More came than the response had announced.
    var foundExcess: Bool { excess.pointee }

    func set(_ option: CURLoption, _ value: Int) { qc_set_long(handle, option, value) }
    func set(_ option: CURLoption, _ value: Bool) { qc_set_long(handle, option, value ? 1 : 0) }
    func set(_ option: CURLoption, bytes value: UInt64) {
        qc_set_offset(handle, option, curl_off_t(clamping: value))
    }
    func set(_ option: CURLoption, _ value: String?) { qc_set_string(handle, option, value) }
    func set(_ option: CURLoption, pem value: String) {
        var text = value
        text.withUTF8 { _ = qc_set_blob(handle, option, $0.baseAddress, $0.count) }
    }
    func set(lines: [String]) {
        for line in lines { list = curl_slist_append(list, line) }
        qc_set_list(handle, CURLOPT_HTTPHEADER, list)
    }

    func long(_ info: CURLINFO) -> Int { qc_long(handle, info) }
    func offset(_ info: CURLINFO) -> UInt64 { UInt64(clamping: qc_offset(handle, info)) }
    var hasMore: Bool { qc_has_more(handle) }
    func goOn() { curl_easy_pause(handle, CURLPAUSE_CONT) }
}
