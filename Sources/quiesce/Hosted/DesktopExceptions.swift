import Foundation

/// Programs that `quiesce desktop on` leaves alone: others count on them out of sight.
struct DesktopException {
    var reason: String
    /// Names of programs and of entries: an entry's whole name, or its last part.
    var names: Set<String> = []
    /// Names of the Desktop Menu Specification.
    var categories: Set<String> = []

    func holds(for entry: ApplicationEntry) -> Bool {
        let id = (entry.id as NSString).deletingPathExtension.lowercased()
        let last = id.split(separator: ".").last.map(String.init) ?? id
        return !names.isDisjoint(with: [id, last] + Self.programs(of: entry.command))
            || !categories.isDisjoint(with: entry.categories)
    }

    /// The program, behind `env` and its variables, and the file that its path leads to.
    private static func programs(of command: [String]) -> [String] {
        let isEnv = (command.first as NSString?)?.lastPathComponent == "env"
        let words =
            isEnv
            ? command.dropFirst().drop { $0.contains("=") || $0.hasPrefix("-") } : command[...]
        guard let word = words.first else { return [] }
        let path = Programs.executable(word) ?? word
        return [word, URL(fileURLWithPath: path).resolvingSymlinksInPath().path].map {
            ($0 as NSString).lastPathComponent.lowercased()
        }
    }

    /// The first that holds counts.
    static let all: [DesktopException] = [
        .init("it is Quiesce's own", "quiesce quiesce-console"),
        .init(
            "it is a part of the desktop itself",
            """
            gnome-shell plasmashell cinnamon budgie-panel xfce4-panel xfdesktop mate-panel lxpanel \
            lxqt-panel pcmanfm-desktop nemo-desktop tint2 polybar waybar plank cairo-dock latte-dock conky \
            nwg-panel nwg-drawer openbox sway i3 labwc
            """, categories: ["Shell", "TrayIcon", "Applet"]),
        .init("it sets the machine or the desktop up", "", categories: ["Settings"]),
        .init(
            "it waits for a key or for words of its own",
            """
            guake yakuake tilda terra ulauncher albert synapse kupfer krunner cerebro rofi wofi fuzzel \
            flameshot ksnip espanso autokey-gtk autokey-qt input-remapper-gtk
            """),
        .init(
            "it locks the screen",
            """
            xscreensaver light-locker i3lock swaylock xsecurelock gnome-screensaver mate-screensaver \
            xfce4-screensaver cinnamon-screensaver
            """, categories: ["Screensaver"]),
        .init(
            "it asks for passwords of other programs",
            """
            lxpolkit lxqt-policykit-agent mate-polkit xfce-polkit polkit-gnome-authentication-agent-1 \
            polkit-kde-authentication-agent-1 ssh-askpass pinentry gcr-prompter
            """),
        .init(
            "it keeps passwords and keys for other programs",
            """
            ssh-agent gpg-agent gnome-keyring-daemon kwalletd5 kwalletd6 kwalletmanager5 kwalletmanager6 keepassxc keepass2 \
            1password bitwarden enpass proton-pass
            """),
        .init(
            "it keeps the clipboard",
            """
            klipper copyq clipit parcellite diodon gpaste gpaste-ui clipman xfce4-clipman qlipper greenclip
            """),
        .init(
            "it is a method of input",
            "ibus ibus-daemon ibus-setup fcitx fcitx5 uim scim hime gcin nimf"),
        .init(
            "it makes the desktop accessible",
            "orca onboard florence caribou squeekboard wvkbd maliit-keyboard kmag kmousetool dasher",
            categories: ["Accessibility"]),
        .init(
            "it keeps files the same on several machines",
            """
            nextcloud owncloud dropbox insync megasync seafile-applet syncthing syncthing-gtk syncthingtray \
            syncthing-start syncthing-ui onedrivegui maestral maestral_qt pcloud tresorit spideroak filen \
            odrive rclone-browser synology-drive
            """),
        .init(
            "it serves other machines",
            """
            transmission-gtk transmission-qt qbittorrent deluge deluge-gtk ktorrent fragments biglybt vuze \
            amule nicotine rygel gerbera jellyfin plexmediaserver onionshare warpinator localsend
            """, categories: ["P2P"]),
        .init(
            "its machines run on out of sight",
            """
            virt-manager virt-viewer remote-viewer virtualbox virtualboxvm vmware vmplayer vmware-player \
            vmware-workstation boxes gnome-boxes aqemu quickgui waydroid genymotion multipass
            """),
        .init(
            "it lets others see or use this desktop",
            """
            krfb x11vnc vino x0vncserver tigervnc wayvnc rustdesk anydesk teamviewer nomachine nxplayer \
            sunshine gnome-remote-desktop xrdp dwagent
            """),
        .init(
            "it serves other devices",
            """
            barrier input-leap deskflow synergy lan-mouse kdeconnect kdeconnect-app kdeconnect-indicator \
            solaar openrgb antimicrox sc-controller
            """),
        .init(
            "a backup is made out of sight",
            """
            deja-dup dejadup timeshift timeshift-gtk timeshift-launcher backintime-qt vorta luckybackup \
            grsync pika-backup pikabackup kup duplicati cronopete restic-browser
            """),
        .init(
            "others' connections are its own, as a VPN's are",
            """
            openvpn3 openvpn-gui protonvpn protonvpn-app proton.vpn.app.gtk mullvad-vpn nordvpn nordvpn-gui \
            expressvpn eduvpn-gui riseup-vpn bitmask openconnect-gui openfortigui forticlient wireguird \
            trayscale tail-tray windscribe surfshark ivpn ivpn-ui pia-client hiddify nekoray clash-verge \
            outline-client
            """),
        .init(
            "an alarm of it must ring", "gnome-clocks kalarm kclock alarm-clock-applet kteatime",
            categories: ["Clock"]),
        .init(
            "a change of the system's packages mustn't stop halfway",
            """
            gnome-software plasma-discover synaptic update-manager gdebi-gtk mintupdate mintinstall \
            pamac-manager dnfdragora octopi software-properties-gtk
            """, categories: ["PackageManager"]),
        .init(
            "a disk or disc that is written mustn't wait",
            """
            gparted gnome-disks diskutility partitionmanager balena-etcher balenaetcher rpi-imager \
            usb-creator-gtk mintstick popsicle impression mediawriter brasero k3b xfburn
            """, categories: ["DiscBurning"]),
        .init(
            "it records the screen",
            """
            obs obsproject simplescreenrecorder kazam vokoscreen vokoscreenng peek kooha recordmydesktop \
            gpu-screen-recorder gpu-screen-recorder-gtk spectacle
            """),
        .init(
            "other programs' sound passes through it",
            "pipewire pipewire-pulse wireplumber pulseaudio easyeffects pulseeffects jamesdsp qjackctl cadence carla helvum qpwgraph noisetorch"
        ),
        .init(
            "it changes the screen by the clock",
            "redshift redshift-gtk gammastep gammastep-indicator caffeine variety wlsunset"),
        .init("Flatpak and snap move it out of an app's cgroup", "flatpak snap"),
        .init(
            "another user's program isn't frozen",
            "pkexec sudo su-to-root gksu gksudo kdesu kdesudo lxqt-sudo beesu"),
    ]

    init(_ reason: String, _ names: String, categories: Set<String> = []) {
        self.reason = reason
        self.names = Set(names.split(separator: " ").map(String.init))
        self.categories = categories
    }
}
