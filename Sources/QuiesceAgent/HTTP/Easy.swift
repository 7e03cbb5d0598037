import CCurl

/// One request of libcurl's. Belongs to the loop's thread, and isn't moved while it is in use.
package final class Easy {
    let handle: UnsafeMutableRawPointer
    /// The exchange that makes the request; lives as long as libcurl has it.
    package private(set) unowned var exchange: (any Exchange)!
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private let excess = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    private var list: UnsafeMutablePointer<curl_slist>?

    package init() {
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
    package func reset(for exchange: any Exchange) {
        self.exchange = exchange
        curl_easy_reset(handle)
        curl_slist_free_all(list)
        list = nil
        errorBuffer.pointee = 0
        excess.pointee = false
        qc_set_callbacks(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { bytes, size, count, easy in Easy.exchange(of: easy).took(bytes!, size * count) },
            { bytes, size, count, easy in
                Easy.exchange(of: easy).tookHead(
                    UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { bytes, size, count, easy in Easy.exchange(of: easy).give(bytes!, size * count) },
            { easy, offset, origin in
                Easy.exchange(of: easy).seek(to: Int64(offset), origin)
            },
            errorBuffer)
        qc_watch_excess(handle, excess)
    }

    static func exchange(of easy: UnsafeMutableRawPointer?) -> any Exchange {
        Unmanaged<Easy>.fromOpaque(easy!).takeUnretainedValue().exchange
    }

    /// libcurl's own words for what went wrong.
    package var message: String { String(cString: errorBuffer) }
    /// More came than the response had announced.
    package var foundExcess: Bool { excess.pointee }

    package func set(_ option: CURLoption, _ value: Int) { qc_set_long(handle, option, value) }
    package func set(_ option: CURLoption, _ value: Bool) {
        qc_set_long(handle, option, value ? 1 : 0)
    }
    package func set(_ option: CURLoption, bytes value: UInt64) {
        qc_set_offset(handle, option, curl_off_t(clamping: value))
    }
    package func set(_ option: CURLoption, _ value: String?) {
        qc_set_string(handle, option, value)
    }
    package func set(_ option: CURLoption, pem value: String) {
        var text = value
        text.withUTF8 { _ = qc_set_blob(handle, option, $0.baseAddress, $0.count) }
    }
    /// Makes it a POST.
    package func set(body: UnsafeRawBufferPointer) {
        qc_set_body(handle, body.baseAddress, body.count)
    }
    /// - Parameter sockets: lives as long as the connections of the handle.
    package func set(_ sockets: Sockets) {
        qc_set_sockets(
            handle, Unmanaged.passUnretained(sockets).toOpaque(),
            { context, _, address in Sockets.of(context).open(address!.pointee) },
            { context, socket in Sockets.of(context).closed(socket) },
            { context, _, _, _, _ in Sockets.of(context).connected() })
    }
    package func set(lines: [String]) {
        for line in lines { list = curl_slist_append(list, line) }
        qc_set_list(handle, CURLOPT_HTTPHEADER, list)
    }

    package func long(_ info: CURLINFO) -> Int { qc_long(handle, info) }
    package func offset(_ info: CURLINFO) -> UInt64 { UInt64(clamping: qc_offset(handle, info)) }
    package func string(_ info: CURLINFO) -> String? {
        qc_string(handle, info).map { String(cString: $0) }
    }
    package var hasMore: Bool { qc_has_more(handle) }
    package func goOn() { curl_easy_pause(handle, CURLPAUSE_CONT) }
}
