import Foundation
import Glibc
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

/// A program of the user's that runs, by its first process.
struct RunningProgram {
    let process: AdoptedProcess
    /// The kernel's name for it (`comm`).
    let command: String
    let executable: String
    let arguments: [String]
    private let directory: String
    private let held: MainProcess

    /// - Parameter given: the number of a process, the name of the user's only program of it, or a
    ///   scope of systemd's with a single program in it.
    /// - Throws: exit code 1 where there is none, or more than one.
    init(named given: String) throws(Failure) {
        if let pid = pid_t(given) {
            try self.init(pid: pid)
            return
        }
        let found = Self.roots { given.hasSuffix(".scope") ? $0.isIn(given) : $0.isCalled(given) }
        guard let first = found.first else {
            throw .refused("no program of yours that runs is called \"\(oneLine(given))\"")
        }
        guard found.count == 1 else {
            let pids = found.map { "\($0)" }.joined(separator: ", ")
            throw .refused("\"\(oneLine(given))\" runs more than once: name one of \(pids)")
        }
        try self.init(pid: first)
    }

    init(pid: pid_t) throws(Failure) {
        guard pid > 0, let held = MainProcess(adopting: pid), let status = ProcessStatus(pid: pid),
            status.runsPrograms
        else { throw .refused("there is no process \(pid) that runs a program") }
        let look = ProcessLook(pid: pid)
        process = AdoptedProcess(pid: pid, startTime: status.startTime)
        self.held = held
        command = look.command
        guard pid > 1 else { throw .refused("process 1 (\(oneLine(command))) starts all others") }
        guard ProcessStatus.users(of: pid) == [geteuid()] else {
            throw .refused(
                "process \(pid) (\(oneLine(command))) is another user's; only your own become apps")
        }
        guard let file = look.link("exe"), let directory = look.link("cwd") else {
            throw .refused(
                "process \(pid) (\(oneLine(command))) doesn't let itself be looked at")
        }
        self.directory = FileManager.default.fileExists(atPath: directory) ? directory : "/"
        let words = look.words
        // A program may have written another title over its words: then they start nothing.
        let word = words.first ?? ""
        let path = word.contains("/") && !word.hasPrefix("/") ? "\(directory)/\(word)" : word
        let named = word.isEmpty ? nil : Programs.executable(path)
        executable = named ?? file
        arguments = named == nil && words.count < 2 ? [] : Array(words.dropFirst())
    }

    var described: String { "\(oneLine(name)) (\(process.pid))" }

    func refusal(_ why: String) -> Failure {
        .refused("\(oneLine(command)) (\(process.pid)) stays as it is: \(why)")
    }

    /// The desktop's name for it, and so that of the app which its menu starts; else the kernel's.
    var name: String {
        let folders = ApplicationFolders()
        let wanted = HostedNames.program(of: [executable] + arguments)
        let entry = folders.entries().first {
            HostedNames.program(of: $0.command) == wanted && $0.isShown(on: folders.desktops)
        }
        return entry.map { HostedNames(folders.entries())[$0] } ?? command
    }

    /// Why it can't be frozen without harm; nil: it can.
    var exception: String? {
        let names = Set(
            ([executable] + ProcessLook(pid: process.pid).names).map(DesktopException.word))
        let all = DesktopException.session + DesktopException.all
        if let why = all.first(where: { !$0.names.isDisjoint(with: names) }) { return why.reason }
        for pid in held.family {
            let names = Set(ProcessLook(pid: pid).names.map(DesktopException.word))
            if let why = DesktopException.session.first(where: { !$0.names.isDisjoint(with: names) }
            ) {
                return
                    "\(oneLine(ProcessLook(pid: pid).command)) (\(pid)) is started by it, and \(why.reason)"
            }
        }
        return nil
    }

    /// Its folder and environment.
    ///
    /// - Throws: exit code 1 where it hides them, or has ended.
    func session() throws(Failure) -> ProgramSession {
        guard let bytes = ProcFile.bytes("/proc/\(process.pid)/environ"), held.isAlive else {
            throw refusal("it doesn't let its environment be read")
        }
        let environment = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return ProgramSession(
            directory: directory, variables: environment.filter { $0.contains("=") },
            adopted: process)
    }

    /// The processes for which that holds, without those that another of them has started.
    private static func roots(_ isMeant: (ProcessLook) -> Bool) -> [pid_t] {
        let own = getpid()
        let meant = QuiesceLinux.ProcessTable.all().filter { pid, status in
            pid != own && status.runsPrograms && ProcessStatus.users(of: pid) == [geteuid()]
                && isMeant(ProcessLook(pid: pid))
        }
        let pids = Set(meant.map(\.pid))
        return pids.filter { pid in
            !QuiesceLinux.ProcessTable.ancestors(of: pid).contains {
                $0 != pid && pids.contains($0)
            }
        }.sorted()
    }
}

/// The names of a process, each read when it is asked for.
struct ProcessLook {
    let pid: pid_t

    var command: String {
        String((ProcFile.read("/proc/\(pid)/comm") ?? "").prefix { $0 != "\n" })
    }

    /// - Returns: nil where it has ended, or may not be looked at.
    func link(_ name: String) -> String? {
        let path = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(pid)/\(name)")
        let gone = " (deleted)"
        return path.map { $0.hasSuffix(gone) ? String($0.dropLast(gone.count)) : $0 }
    }

    /// Its command line.
    var words: [String] {
        (ProcFile.bytes("/proc/\(pid)/cmdline") ?? [])
            .split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    var names: [String] { [command] + [link("exe")].compactMap(\.self) }

    func isCalled(_ name: String) -> Bool {
        command == name || link("exe").map { ($0 as NSString).lastPathComponent } == name
    }

    func isIn(_ scope: String) -> Bool {
        (ProcFile.read("/proc/\(pid)/cgroup") ?? "").split(separator: "\n").contains {
            $0.hasPrefix("0::") && $0.hasSuffix("/" + scope)
        }
    }
}

extension DesktopException {
    /// A file as lists have it.
    static func word(_ file: String) -> String { (file as NSString).lastPathComponent.lowercased() }

    /// Programs of a session that no menu starts, and with which all others would stand still.
    static let session: [DesktopException] = [
        .init(
            "the whole session lives by it",
            """
            systemd (sd-pam) init dbus-daemon dbus-broker dbus-broker-launch login sshd \
            gnome-session gnome-session-binary gnome-session-ctl gnome-session-service plasma_session \
            startplasma-wayland startplasma-x11 ksmserver xfce4-session lxqt-session lxsession mate-session \
            cinnamon-session budgie-session xinit startx gdm-wayland-session gdm-x-session sddm-helper
            """),
        .init(
            "it draws the desktop, and each program's windows",
            """
            xorg x xwayland xvfb xephyr gnome-shell mutter kwin_wayland kwin_x11 plasmashell sway i3 labwc \
            openbox weston cage river hyprland wayfire niri xfwm4 marco metacity cinnamon
            """),
    ]
}
