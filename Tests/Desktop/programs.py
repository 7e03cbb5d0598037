"""The programs of the day: how each is started, with a profile for a machine alone."""
import json
import os

THAW = "on traffic"
# Nobody is there: whoever goes beyond loopback is refused at once.
NOWHERE = 9

MOZILLA = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.preonboarding.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.tabs.firefox-view": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": NOWHERE,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": NOWHERE,
    "network.proxy.type": 1,
    "services.settings.server": "data:,",
    "termsofuse.acceptedVersion": 999,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.enabled": False,
    "toolkit.telemetry.unified": False,
}


class Program:
    """One of a desktop's programs. Its arguments come from the desktop and the servers; `obstacle`
    is a word with which `quiesce why` names what keeps it from being frozen; `screen` the only one
    under which it is a program of the day."""

    def __init__(self, name, executable, arguments, thaw=None, obstacle=None, connects=False,
                 screen=None):
        self.name, self.executable, self.arguments = name, executable, arguments
        self.thaw, self.obstacle, self.connects, self.screen = thaw, obstacle, connects, screen


def write_preferences(folder, preferences):
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/user.js", "w") as file:
        for name, value in preferences.items():
            file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
    return folder


def page(desktop, servers, program, more=""):
    return f"http://127.0.0.1:{servers.page}/?{desktop.who(program)}{more}"


def firefox(desktop, servers, url=None):
    profile = f"{desktop.folder}/firefox"
    if url is None:
        write_preferences(profile, MOZILLA)
    return ["firefox-esr", "--profile", profile, url or page(desktop, servers, "Firefox")]


def chromium(desktop, servers):
    # Without its sandbox: the machine may not let an ordinary user make namespaces.
    return ["chromium", "--no-sandbox", f"--ozone-platform={desktop.kind.PLATFORM}", "--disable-gpu",
            "--no-first-run", "--password-store=basic", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-default-apps",
            "--disable-breakpad", f"--proxy-server=127.0.0.1:{NOWHERE}",
            f"--user-data-dir={desktop.folder}/chromium",
            f"--app={page(desktop, servers, 'Chromium')}"]


def account(port):
    def server(number, values):
        return {f"mail.server.server{number}.{name}": value for name, value in values.items()}

    return {
        "mail.accountmanager.accounts": "account1,account2",
        "mail.accountmanager.defaultaccount": "account1",
        "mail.accountmanager.localfoldersserver": "server2",
        "mail.account.account1.identities": "id1",
        "mail.account.account1.server": "server1",
        "mail.account.account2.server": "server2",
        "mail.identity.id1.fullName": "Day",
        "mail.identity.id1.useremail": "day@example.org",
        "mail.identity.id1.valid": True,
    } | server(1, {
        "type": "imap", "hostname": "127.0.0.1", "port": port, "userName": "day", "name": "day",
        "authMethod": 3, "socketType": 0, "login_at_startup": True, "check_new_mail": True,
        "check_time": 10, "use_idle": True, "directory-rel": "[ProfD]ImapMail/day",
    }) | server(2, {
        "type": "none", "hostname": "Local Folders", "userName": "nobody", "name": "Local Folders",
        "directory-rel": "[ProfD]Mail/Local Folders",
    })


def thunderbird(desktop, servers, arguments=None):
    profile = f"{desktop.folder}/thunderbird"
    if arguments is None:
        port = servers.mailbox(
            desktop.who("Thunderbird"), f"{desktop.folder}/imap", desktop.environment)
        write_preferences(profile, MOZILLA | account(port) | {
            "app.donation.eoy.version.viewed": 999,
            # A chime would count as playing, and keep it awake.
            "mail.biff.play_sound": False,
            "mail.inappnotifications.enabled": False,
            "mail.provider.suppress_dialog_on_startup": True,
            "mail.rights.version": 1,
            "mail.shell.checkDefaultClient": False,
            "mail.spotlight.firstRunDone": True,
            "mail.ui.show.migration.on.upgrade": False,
            "mail.winsearch.firstRunDone": True,
            "mailnews.start_page.enabled": False,
            "mailnews.start_page_override.mstone": "ignore",
        })
    return ["thunderbird", "--profile", profile] + (arguments or [])


def chat(desktop, servers):
    nick = desktop.who("Chat")
    commands = [
        f"/server add day 127.0.0.1/{servers.irc} -notls",
        f"/set irc.server.day.nicks {nick}", "/connect day",
    ]
    return desktop.kind.terminal("chat") + ["weechat", "-d", f"{desktop.folder}/weechat", "-r",
            "; ".join(commands)]


def mpv(desktop, *arguments):
    return ["mpv", "--no-terminal", "--force-window=yes", f"--vo={desktop.kind.VIDEO}",
            "--ao=pulse", *arguments, "av://lavfi:sine=frequency=440"]


def music(desktop, _):
    # Unknown to playerctl, which asks the paused one.
    return mpv(desktop, "--load-scripts=no")


def paused(desktop, _):
    return mpv(desktop, "--pause")


def mines(_, __):
    return ["gnome-mines"]


def job(desktop, _):
    prompted = f"PROMPT_COMMAND=: > {desktop.folder}/{PROMPTED}"
    return desktop.kind.terminal("job") + ["env", prompted, "bash", "--norc", "-i"]


def copy(desktop, _):
    path = f"{desktop.folder}/copied"
    with open(path, "w") as file:
        file.write("a word\n")
    return desktop.kind.terminal("copy") + [
        "xclip", "-quiet", "-selection", "clipboard", "-i", path]


# Is there once the shell has shown a prompt.
PROMPTED = "prompted"
# Typed into the terminal, as its user would.
JOB = "while sleep 0.2; do date; done\n"

PROGRAMS = [
    Program("Firefox", "firefox-esr", firefox, thaw=THAW, connects=True),
    Program("Chromium", "chromium", chromium, thaw=THAW, connects=True),
    Program("Thunderbird", "thunderbird", thunderbird, thaw=THAW),
    Program("Chat", "weechat", chat, thaw=THAW, connects=True),
    Program("Music", "mpv", music, obstacle="play"),
    Program("Paused", "mpv", paused),
    Program("Mines", "gnome-mines", mines),
    Program("Job", "bash", job, obstacle="terminal"),
    Program("Copy", "xclip", copy, screen="x11"),
]
