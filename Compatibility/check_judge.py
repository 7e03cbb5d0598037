#!/usr/bin/env -S python3 -B
"""Whether scripts/ios-compatibility notices each lie that a list may have: exits with 1 if it doesn't.

  check_judge.py BUILD    with the modules of this build
"""
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "scripts/ios-compatibility"
TEST = "Tests/QuiesceKitTests/LifeCycleTests.swift"
DELEGATE = 'protocol = "UIApplicationDelegate"\n'
ACTIVE = DELEGATE + "probe = 'func applicationDidBecomeActive(_ application: UIApplication) {}'\n"
UNKNOWN = DELEGATE + "probe = 'func applicationDidSleep(_ application: UIApplication) {}'\n"

# A name → what is said of it; nothing: it is as the list says.
CASES = {
    "a name that is there":
        ('status = "same"\nprobe = "print(UIApplication.shared.applicationState)"\n', None),
    "a name that isn't":
        ('status = "absent"\nwhy = "x"\nprobe = "print(UIApplication.shared.nothing)"\n', None),
    "a name that is there otherwise":
        ('status = "different"\nhow = "x"\nprobe = "print(UIDevice.current.name)"\n', None),
    "applicationDidBecomeActive(_:)":
        (f'status = "same"\ncalled = "{TEST}"\n{ACTIVE}', None),
    "applicationDidSleep(_:)":
        (f'status = "absent"\nwhy = "x"\n{UNKNOWN}', None),

    "same, and isn't there":
        ('status = "same"\nprobe = "print(UIApplication.shared.nothing)"\n', "doesn't compile"),
    "same, with a slip that only shows in what is made of it":
        ('status = "same"\nprobe = "let a: Int; print(a)"\n', "doesn't compile"),
    "same, with a warning":
        ('status = "same"\nprobe = "let unused = UIApplication.shared"\n', "Swift 5 mode warns"),
    "different, and isn't there":
        ('status = "different"\nhow = "x"\nprobe = "print(UIDevice.current.nothing)"\n', "doesn't compile"),
    "absent, and is there":
        ('status = "absent"\nwhy = "x"\nprobe = "print(UIApplication.shared.applicationState)"\n', "and compiles"),
    "absent, with a slip":
        ('status = "absent"\nwhy = "x"\nprobe = "let a: Int = true"\n', "another fault"),
    "same, in Swift 6 mode with a warning":
        ('status = "same"\nprobe = """\nclass Plain {\n    func read() { print(UIApplication.shared) }\n}\n"""\n',
         "Swift 6 mode warns"),
    "same, in Swift 6 mode refused, which it isn't":
        ('status = "same"\nrefused = "x"\nprobe = "print(UIDevice.current.name)"\n', "doesn't refuse"),
    "a warning that isn't given":
        ('status = "same"\nwarns = "x"\nprobe = "print(UIDevice.current.name)"\n', "doesn't warn"),
    "a test that isn't there":
        (f'status = "same"\ncalled = "Tests/NoSuchTests.swift"\n{ACTIVE}', "no such test"),
    "a delegate's method that no test shows":
        (f'status = "same"\nrequirement = "applicationDidBecomeActive(_:)"\n{ACTIVE}', "no test shows it"),
    "a delegate's method that nobody calls":
        (f'status = "same"\nrequirement = "applicationDidSleep(_:)"\ncalled = "{TEST}"\n{UNKNOWN}', "doesn't compile"),
}
# Lists that can't be read.
MALFORMED = {
    "status = 'same'": "has no probe",
    "status = 'perhaps'\nprobe = 'x'": "its status is one of",
    "status = 'absent'\nprobe = 'x'": "says `why`",
    "status = 'same'\nprobe = 'x'\nreason = 'x'": "no such key: reason",
}


def judge(text, build):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "list.toml").write_text(f'area = "Lies"\nimports = ["UIKit"]\n{text}')
        run = subprocess.run(
            [sys.executable, "-B", SCRIPT, "--check", "--names", folder, "--build", build],
            capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr


def main():
    build, failed = sys.argv[1], 0
    true = {name: entry for name, (entry, said) in CASES.items() if not said}
    # Errors of types hide those that are found in what is made of the probes: each lie is told alone.
    for name, (entry, said) in [("all that is so", (None, None))] + [c for c in CASES.items() if c[1][1]]:
        entries = true if entry is None else {name: entry}
        status, out = judge("".join(f'[[names]]\nname = "{n}"\n{e}' for n, e in entries.items()), build)
        if (status, said) == (0, None) or status and said and said in out and name in out:
            continue
        print(f"{name}: {out}")
        failed += 1
    for text, said in MALFORMED.items():
        status, out = judge(f"[[names]]\nname = 'a'\n{text}\n", build)
        if not status or said not in out:
            print(f"{text}: {out}")
            failed += 1
    print(f"{failed} lies weren't noticed" if failed else "each lie was noticed")
    return 1 if failed else 0


sys.exit(main())
