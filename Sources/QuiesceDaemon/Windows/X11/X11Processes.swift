import CXCB
import Glibc

/// The processes of an X server's clients by the kernel's word, which the server has since they
/// connected; by X-Resource 1.2, of 2011. Clients of other machines have none.
struct X11Processes {
    private let connection: OpaquePointer

    /// - Returns: nil: the server lacks the extension.
    init?(_ connection: OpaquePointer) {
        guard xcb_get_extension_data(connection, cxcb_resource_extension())?.pointee.present == 1,
            let version = xcb_res_query_version_reply(
                connection, xcb_res_query_version(connection, 1, 2), nil)
        else { return nil }
        defer { free(version) }
        guard (version.pointee.server_major, version.pointee.server_minor) >= (1, 2) else {
            return nil
        }
        self.connection = connection
    }

    /// - Parameter resource: one of the client that is asked about; 0: all clients.
    /// - Returns: by the bits in which resources of different clients differ.
    func pids(of resource: UInt32 = 0) -> [UInt32: Int32] {
        var asked = xcb_res_client_id_spec_t(
            client: resource, mask: XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue)
        let cookie = xcb_res_query_client_ids(connection, 1, &asked)
        guard let reply = xcb_res_query_client_ids_reply(connection, cookie, nil) else {
            return [:]
        }
        defer { free(reply) }
        var pids: [UInt32: Int32] = [:]
        var ids = xcb_res_query_client_ids_ids_iterator(reply)
        while ids.rem > 0, let id = ids.data {
            if xcb_res_client_id_value_value_length(id) == 1,
                let pid = xcb_res_client_id_value_value(id)?.pointee
            {
                pids[id.pointee.spec.client] = Int32(truncatingIfNeeded: pid)
            }
            xcb_res_client_id_value_next(&ids)
        }
        return pids
    }
}
