import CPulse

/// Which process a client is.
enum PulseClient {
    /// As the client says itself, or as PipeWire knows it of the kernel; nil: nobody says, or it is
    /// another machine's process.
    static func pid(_ info: pa_client_info) -> Int32? {
        guard let list = info.proplist else { return nil }
        func value(_ name: String) -> String? {
            pa_proplist_gets(list, name).map { String(cString: $0) }
        }
        return pid(value)
    }

    static func pid(_ value: (String) -> String?) -> Int32? {
        let peer = value("native-protocol.peer") ?? value("pulse.server.type") ?? ""
        guard !peer.lowercased().hasPrefix("tcp") else { return nil }
        // For a client by PulseAudio's protocol, PipeWire knows only the process that serves this
        // protocol. Another client can't write properties that begin with `pipewire.sec`.
        let isVouchedFor =
            value("pipewire.sec.pid") != nil && value("client.api") != "pipewire-pulse"
        let text = value(isVouchedFor ? "pipewire.sec.pid" : "application.process.id")
        return text.flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
