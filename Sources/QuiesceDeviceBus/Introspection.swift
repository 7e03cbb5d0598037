/// The description of the object.
enum Introspection {
    static let device = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg name="data" type="s" direction="out"/></method>
        </interface>
        <interface name="org.freedesktop.DBus.Properties">
        <method name="Get"><arg name="interface" type="s" direction="in"/>\
        <arg name="property" type="s" direction="in"/>\
        <arg name="value" type="v" direction="out"/></method>
        <method name="GetAll"><arg name="interface" type="s" direction="in"/>\
        <arg name="properties" type="a{sv}" direction="out"/></method>
        <method name="Set"><arg name="interface" type="s" direction="in"/>\
        <arg name="property" type="s" direction="in"/>\
        <arg name="value" type="v" direction="in"/></method>
        <signal name="PropertiesChanged"><arg name="interface" type="s"/>\
        <arg name="changed" type="a{sv}"/><arg name="invalidated" type="as"/></signal>
        </interface>
        <interface name="org.quiesce.Device1">
        <property name="Version" type="u" access="read">\
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>\
        </property>
        <property name="Foreground" type="s" access="read"/>
        <property name="Locked" type="b" access="read"/>
        <property name="Profile" type="s" access="read"/>
        <method name="List"><arg name="apps" type="aa{sv}" direction="out"/></method>
        <method name="Open"><arg name="app" type="s" direction="in"/></method>
        <method name="Leave"/>
        <method name="Quit"><arg name="app" type="s" direction="in"/></method>
        <method name="State"><arg name="app" type="s" direction="in"/>\
        <arg name="state" type="a{sv}" direction="out"/></method>
        <method name="Why"><arg name="app" type="s" direction="in"/>\
        <arg name="sentences" type="s" direction="out"/></method>
        <method name="Notifications">\
        <arg name="notifications" type="aa{sv}" direction="out"/></method>
        <method name="OpenNotification"><arg name="id" type="t" direction="in"/></method>
        <method name="AnswerNotification"><arg name="id" type="t" direction="in"/>\
        <arg name="action" type="s" direction="in"/>\
        <arg name="text" type="s" direction="in"/></method>
        <method name="DismissNotification"><arg name="id" type="t" direction="in"/></method>
        <method name="Prompts"><arg name="prompts" type="aa{sv}" direction="out"/></method>
        <method name="AnswerPrompt"><arg name="id" type="t" direction="in"/>\
        <arg name="allow" type="b" direction="in"/></method>
        <signal name="StateChanged"><arg name="app" type="s"/><arg name="state" type="s"/>\
        <arg name="reason" type="s"/></signal>
        <signal name="ForegroundChanged"><arg name="app" type="s"/></signal>
        <signal name="NotificationAdded"><arg name="id" type="t"/><arg name="app" type="s"/>\
        <arg name="title" type="s"/></signal>
        <signal name="NotificationRemoved"><arg name="id" type="t"/>\
        <arg name="app" type="s"/></signal>
        <signal name="Installed"><arg name="app" type="s"/>\
        <arg name="version" type="s"/></signal>
        <signal name="Uninstalled"><arg name="app" type="s"/></signal>
        <signal name="PromptAdded"><arg name="id" type="t"/><arg name="app" type="s"/>\
        <arg name="permission" type="s"/></signal>
        <signal name="PromptRemoved"><arg name="id" type="t"/>\
        <arg name="app" type="s"/></signal>
        </interface>
        </node>
        """
}
