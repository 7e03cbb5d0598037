"""The README's three lines, as their user types them on a machine that has mpv and a sound server."""
import subprocess

PLAYER = "org.mpris.MediaPlayer2.mpv /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player"


class ThreeLines:
    """A test that has them. Its `user(command, check=True)` is what a command of the user's prints; its `words(command)`
    are those that run one."""

    def three_lines(self, wait, install, seconds):
        """- wait: (what, condition), as long as the machine needs for a step.
        - install: does the first line.
        - seconds: the length of the music."""
        install()
        self.user(f"cd && mpv --really-quiet av://lavfi:sine=duration={seconds} --o=lake.ogg --of=ogg --oac=libvorbis")
        self.user("systemctl --user enable --now quiesced")
        shown = subprocess.Popen(self.words("cd && quiesce run -- mpv lake.ogg"), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL)
        self.addCleanup(shown.kill)
        wait("mpv to play", lambda: "mpv" in self.user("pactl list sink-inputs", check=False))
        self.user("quiesce home")
        wait("its reason", lambda: "play" in self.user("quiesce why mpv"))
        self.assertNotIn("suspended", self.user("quiesce ps"))
        # As a key of the desktop's does it.
        self.user(f"busctl --user call {PLAYER} Pause")
        self.user("quiesce wait mpv suspended --timeout 120")
        self.user("quiesce open mpv && quiesce wait mpv active --timeout 120")
        self.user(f"busctl --user call {PLAYER} Play")
        self.user("quiesce quit mpv && quiesce wait mpv notRunning --timeout 120")
        shown.wait(120)
