/// Descriptions of the objects of the portal's backend.
enum Introspection {
    private static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        """

    static let portal = """
        \(head)<interface name="\(Portal.background)">
        <method name="GetAppState"><arg name="apps" type="a{sv}" direction="out"/></method>
        <method name="NotifyBackground"><arg name="handle" type="o" direction="in"/>\
        <arg name="app_id" type="s" direction="in"/><arg name="name" type="s" direction="in"/>\
        <arg name="response" type="u" direction="out"/>\
        <arg name="results" type="a{sv}" direction="out"/></method>
        <method name="EnableAutostart"><arg name="app_id" type="s" direction="in"/>\
        <arg name="enable" type="b" direction="in"/>\
        <arg name="commandline" type="as" direction="in"/>\
        <arg name="flags" type="u" direction="in"/>\
        <arg name="result" type="b" direction="out"/></method>
        <signal name="RunningApplicationsChanged"/>
        </interface><interface name="\(Portal.access)">
        <method name="AccessDialog"><arg name="handle" type="o" direction="in"/>\
        <arg name="app_id" type="s" direction="in"/>\
        <arg name="parent_window" type="s" direction="in"/>\
        <arg name="title" type="s" direction="in"/><arg name="subtitle" type="s" direction="in"/>\
        <arg name="body" type="s" direction="in"/><arg name="options" type="a{sv}" direction="in"/>\
        <arg name="response" type="u" direction="out"/>\
        <arg name="results" type="a{sv}" direction="out"/></method>
        </interface></node>
        """

    static let request = """
        \(head)<interface name="\(Portal.request)"><method name="Close"/></interface></node>
        """
}
