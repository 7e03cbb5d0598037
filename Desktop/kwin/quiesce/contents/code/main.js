// Says on the session's bus, as org.quiesce.Focus1, which processes have a window that is shown, and which has the
// focus (docs/hosted-programs.md). For KWin 5 and 6, whose names differ.
const NAME = "org.quiesce.Focus1";
const PATH = "/org/quiesce/Focus1";

const isSix = Boolean(workspace.windowList);

function windows() {
    return isSix ? workspace.windowList() : workspace.clientList();
}

function isShown(window) {
    if (window.minimized || window.deleted || window.hidden)
        return false;
    if (window.activities.length > 0 && window.activities.indexOf(workspace.currentActivity) < 0)
        return false;
    return window.onAllDesktops ||
        (isSix ? window.desktops.indexOf(workspace.currentDesktop) >= 0 : window.desktop === workspace.currentDesktop);
}

// Said again each time: a device that has just been started knows nothing, and scripts hear of none. Scripts have no
// unsigned numbers, so these are text.
function tell() {
    const active = isSix ? workspace.activeWindow : workspace.activeClient;
    callDBus(NAME, PATH, NAME, "Focused", active ? String(active.resourceClass) : "", String(active ? active.pid : 0));
    const shown = {};
    windows().filter(isShown).forEach(function (window) { shown[window.pid] = true; });
    delete shown[0];
    callDBus(NAME, PATH, NAME, "Shown", Object.keys(shown).join(" "));
}

function follow(window) {
    ["minimizedChanged", "clientMinimized", "clientUnminimized", "desktopsChanged", "desktopChanged", "activitiesChanged"]
        .forEach(function (change) {
            if (window[change] && window[change].connect)
                window[change].connect(tell);
        });
}

windows().forEach(follow);
[
    "windowAdded", "clientAdded", "windowRemoved", "clientRemoved", "windowActivated", "clientActivated",
    "clientMinimized", "clientUnminimized", "currentDesktopChanged", "currentActivityChanged",
].forEach(function (change) {
    if (!workspace[change] || !workspace[change].connect)
        return;
    workspace[change].connect(function (window) {
        if (/Added$/.test(change))
            follow(window);
        tell();
    });
});
tell();
