extension MediaPlayer {
    /// The object's interfaces in D-Bus's introspection format, for callers that ask.
    static let introspection: String = {
        func properties(_ entries: [(String, String)]) -> String {
            entries.map { "<property name=\"\($0.0)\" type=\"\($0.1)\" access=\"read\"/>" }.joined()
        }
        func method(_ name: String, _ arguments: [(String, String)] = []) -> String {
            let words = arguments.map {
                "<arg name=\"\($0.0)\" type=\"\($0.1)\" direction=\"in\"/>"
            }
            return "<method name=\"\(name)\">\(words.joined())</method>"
        }
        let simple = ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"]
            .map { method($0) }.joined()
        let rootProperties = properties([
            ("CanQuit", "b"), ("CanRaise", "b"), ("HasTrackList", "b"), ("Identity", "s"),
            ("SupportedUriSchemes", "as"), ("SupportedMimeTypes", "as"),
        ])
        let playerProperties = properties([
            ("PlaybackStatus", "s"), ("Rate", "d"), ("MinimumRate", "d"), ("MaximumRate", "d"),
            ("Volume", "d"), ("Metadata", "a{sv}"), ("CanGoNext", "b"), ("CanGoPrevious", "b"),
            ("CanPlay", "b"), ("CanPause", "b"), ("CanSeek", "b"), ("CanControl", "b"),
            ("Position", "x"),
        ])
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd"><node>\
            <interface name="org.freedesktop.DBus.Introspectable"><method name="Introspect">\
            <arg name="data" type="s" direction="out"/></method></interface>\
            <interface name="org.freedesktop.DBus.Properties">\
            <method name="Get"><arg name="interface" type="s" direction="in"/>\
            <arg name="property" type="s" direction="in"/>\
            <arg name="value" type="v" direction="out"/></method>\
            <method name="GetAll"><arg name="interface" type="s" direction="in"/>\
            <arg name="properties" type="a{sv}" direction="out"/></method>\
            <method name="Set"><arg name="interface" type="s" direction="in"/>\
            <arg name="property" type="s" direction="in"/>\
            <arg name="value" type="v" direction="in"/></method>\
            <signal name="PropertiesChanged"><arg name="interface" type="s"/>\
            <arg name="changed" type="a{sv}"/><arg name="invalidated" type="as"/></signal>\
            </interface><interface name="\(root)">\(method("Raise"))\(method("Quit"))\
            \(rootProperties)</interface><interface name="\(player)">\(simple)\
            \(method("Seek", [("Offset", "x")]))\
            \(method("SetPosition", [("TrackId", "o"), ("Position", "x")]))\
            \(method("OpenUri", [("Uri", "s")]))\
            <signal name="Seeked"><arg name="Position" type="x"/></signal>\
            \(playerProperties)</interface></node>
            """
    }()
}
