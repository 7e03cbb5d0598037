// Says on the session's bus, as org.quiesce.Focus1, which processes have a window that is shown, and which has the
// focus (docs/hosted-programs.md). For GNOME Shell 45 and later; Desktop/gnome-shell/install adapts it for 43 and 44.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const NAME = 'org.quiesce.Focus1';
const PATH = '/org/quiesce/Focus1';

export default class QuiesceExtension {
    enable() {
        this._handlers = [];
        this._windows = new Map();
        this._idle = 0;
        this._isThere = false;
        this._cancellable = new Gio.Cancellable();
        // A connection of its own: its end says that nobody tells any more, though the shell goes on.
        Gio.DBusConnection.new_for_address(
            Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, null),
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
            null, this._cancellable, (_source, result) => {
                try {
                    this._begin(Gio.DBusConnection.new_for_address_finish(result));
                } catch (error) {
                    if (!error.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                        console.warn(`Quiesce: ${error.message}`);
                }
            });
    }

    _begin(connection) {
        this._connection = connection;
        this._watch = Gio.bus_watch_name_on_connection(
            connection, NAME, Gio.BusNameWatcherFlags.NONE, () => {
                // A new device knows nothing.
                this._isThere = true;
                this._focused = this._shown = null;
                this._later();
            }, () => {
                this._isThere = false;
            });
        this._raise = connection.signal_subscribe(
            NAME, NAME, 'Raise', PATH, null, Gio.DBusSignalFlags.NONE,
            (_connection, _sender, _path, _interface, _signal, parameters) => {
                const [pid] = parameters.deepUnpack();
                const own = this._all().filter(window => window.get_pid() === pid);
                const window = own.find(each => this._isShown(each)) ?? own[0];
                if (window)
                    Main.activateWindow(window);
            });
        this._on(global.display, 'notify::focus-window');
        this._on(global.display, 'window-created', (_display, window) => this._follow(window));
        this._on(global.workspace_manager, 'active-workspace-changed');
        for (const change of ['map', 'minimize', 'unminimize', 'destroy'])
            this._on(global.window_manager, change);
        for (const window of this._all())
            this._follow(window);
        this._later();
    }

    disable() {
        for (const [object, id] of this._handlers)
            object.disconnect(id);
        for (const [window, ids] of this._windows)
            ids.forEach(id => window.disconnect(id));
        if (this._idle)
            GLib.source_remove(this._idle);
        this._cancellable.cancel();
        if (this._connection) {
            Gio.bus_unwatch_name(this._watch);
            this._connection.signal_unsubscribe(this._raise);
            this._connection.close(null, null);
        }
        this._handlers = this._windows = this._connection = this._cancellable = null;
    }

    _on(object, signal, handle = () => {}) {
        this._handlers.push([object, object.connect(signal, (...values) => {
            handle(...values);
            this._later();
        })]);
    }

    _follow(window) {
        if (this._windows.has(window))
            return;
        const ids = ['notify::minimized', 'workspace-changed'].map(
            signal => window.connect(signal, () => this._later()));
        ids.push(window.connect('unmanaged', () => {
            ids.forEach(id => window.disconnect(id));
            this._windows.delete(window);
            this._later();
        }));
        this._windows.set(window, ids);
    }

    _all() {
        return global.get_window_actors().map(actor => actor.meta_window).filter(window => window);
    }

    _isShown(window) {
        return !window.minimized &&
            (window.is_on_all_workspaces() || window.get_workspace() === global.workspace_manager.get_active_workspace());
    }

    // Many changes come at once.
    _later() {
        if (this._idle || !this._isThere)
            return;
        this._idle = GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
            this._idle = 0;
            this._tell();
            return GLib.SOURCE_REMOVE;
        });
    }

    _tell() {
        const focus = global.display.focus_window;
        const focused = Math.max(0, focus?.get_pid() ?? 0);
        const shown = [...new Set(this._all().filter(window => this._isShown(window)).map(window => window.get_pid()))]
            .filter(pid => pid > 0).sort((a, b) => a - b);
        if (focused !== this._focused)
            this._call('Focused', new GLib.Variant('(su)', [focus?.get_wm_class() ?? '', focused]));
        if (`${shown}` !== this._shown)
            this._call('Shown', new GLib.Variant('(au)', [shown]));
        this._focused = focused;
        this._shown = `${shown}`;
    }

    _call(method, parameters) {
        this._connection.call(
            NAME, PATH, NAME, method, parameters, null, Gio.DBusCallFlags.NO_AUTO_START, -1, null,
            (connection, result) => {
                try {
                    connection.call_finish(result);
                } catch (error) {
                    console.debug(`Quiesce: ${error.message}`);
                }
            });
    }
}
