import CXCB
import Glibc

/// Requests for selections that an X server gets, by its extension Record. Selections and who asks
/// are heard of; nothing of their contents. Belongs to a thread of its own.
struct X11Recording {
    private let questions: OpaquePointer
    private let processes: X11Processes

    /// Hears of requests until the connections end. The extension wants two: one is for its record
    /// alone.
    ///
    /// - Parameters:
    ///   - first: a connected socket, closed at the end, as `second`.
    ///   - tell: hears the process that owns the selection.
    /// - Returns: why it has ended; for the log.
    static func run(
        _ first: CInt, _ second: CInt, of display: X11Display, tell: (Int32) -> Void
    ) -> String {
        let (questions, record) = (display.client(on: first), display.client(on: second))
        defer {
            xcb_disconnect(record)
            xcb_disconnect(questions)
        }
        guard xcb_connection_has_error(questions) == 0, xcb_connection_has_error(record) == 0
        else { return "doesn't let us in" }
        guard let processes = X11Processes(questions), hasRecord(questions), hasRecord(record)
        else { return "has no extension Record, or X-Resource" }
        return X11Recording(questions: questions, processes: processes).follow(record, tell)
    }

    private static func hasRecord(_ connection: OpaquePointer) -> Bool {
        xcb_get_extension_data(connection, cxcb_record_extension())?.pointee.present == 1
    }

    private func follow(_ record: OpaquePointer, _ tell: (Int32) -> Void) -> String {
        let context = xcb_generate_id(questions)
        var everybody = XCB_RECORD_CS_ALL_CLIENTS.rawValue
        var range = xcb_record_range_t()
        range.core_requests.first = UInt8(XCB_CONVERT_SELECTION)
        range.core_requests.last = UInt8(XCB_CONVERT_SELECTION)
        let made = xcb_record_create_context_checked(
            questions, context, 0, 1, 1, &everybody, &range)
        if let error = xcb_request_check(questions, made) {
            defer { free(error) }
            return "records nothing: error \(error.pointee.error_code)"
        }
        let enabled = xcb_record_enable_context(record, context)
        // One request, and an answer for each event.
        while let reply = xcb_record_enable_context_reply(record, enabled, nil) {
            defer { free(reply) }
            for owner in owners(reply) { tell(owner) }
        }
        return "has ended"
    }

    private func owners(_ reply: UnsafeMutablePointer<xcb_record_enable_context_reply_t>) -> [Int32]
    {
        let fromClient: UInt8 = 1
        guard reply.pointee.category == fromClient else { return [] }
        let data = UnsafeRawBufferPointer(
            start: xcb_record_enable_context_data(reply),
            count: Int(xcb_record_enable_context_data_length(reply)))
        let isSwapped = reply.pointee.client_swapped != 0
        let size = MemoryLayout<xcb_convert_selection_request_t>.size
        return stride(from: 0, through: data.count - size, by: size).compactMap { at in
            let request = data.loadUnaligned(
                fromByteOffset: at, as: xcb_convert_selection_request_t.self)
            let selection = request.selection
            return owner(of: isSwapped ? selection.byteSwapped : selection)
        }
    }

    private func owner(of selection: UInt32) -> Int32? {
        let cookie = xcb_get_selection_owner(questions, selection)
        guard let reply = xcb_get_selection_owner_reply(questions, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.owner != 0 else { return nil }
        return processes.pids(of: reply.pointee.owner).values.first
    }
}
