# Everything a user or a contributor runs. `make help` lists it.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# Where the binaries are, and man pages are made of them.
BUILT ?= .build/release
MAN ?= .build/man
# STATIC=1 puts the Swift runtime into the binaries, for machines without it (70 MB each).
STATIC ?=
RELEASE := -c release $(if $(STATIC),--static-swift-stdlib -Xlinker -s)
COMMANDS := quiesced quiesce quiesce-portal quiesce-bus quiesce-unifiedpush
# Those start these.
HELPERS := quiesce-transferd quiesce-pushd quiesce-host quiesce-keeper quiesce-console
TOOLS := $(COMMANDS) $(HELPERS)
# Its name on the session's message bus, which starts it.
DISTRIBUTOR := org.unifiedpush.Distributor.quiesce
EXAMPLES := HelloNoun ImageHop SlowCount Misbehaving Gallery GettingAttention BepBop PodcastBox Mailbox Runner Cupertino Radio Softphone HeartRate Beacon Messenger
# Those that the tour shows.
TOUR := $(filter-out Gallery Cupertino Softphone HeartRate Beacon,$(EXAMPLES))

# Debug builds are for tests, which play whole days: see Package.swift.
export QUIESCE_OPTIMIZED := 1

.PHONY: help prerequisites build apps demo build-tests test test-new test-apple-modules ios-compatibility test-vm test-debs test-debs-vm test-as-user seeds lint accessibility gateway gateway-build-tests gateway-test fuzz soak \
	kill-transfers kill-notifications kill-pushes kill-matrix test-day test-desktop upgrade power-cuts mutants bench bench-check site docs api-docs \
	man built install debs tarball \
	uninstall clean

help: ## List what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 16

prerequisites: ## Install the Debian packages that are missing
	@scripts/install-prerequisites

build: prerequisites ## Release binaries in .build/release/
	@for product in $(TOOLS) $(EXAMPLES); do \
		echo "building $$product"; \
		swift build $(RELEASE) --product $$product || exit 1; \
	done

apps: build ## The example bundles in .build/apps/NAME.app
	@scripts/make-example-apps .build/release .build/apps $(EXAMPLES)

# A debug build is ready in half the time; nothing is optimized for it.
demo: prerequisites ## A tour of five minutes, with real processes; QUIESCE_DEMO_PACE=0: of one and a half
	@for product in $(TOOLS) $(TOUR); do \
		echo "building $$product"; \
		env -u QUIESCE_OPTIMIZED swift build --product $$product || exit 1; \
	done
	@scripts/make-example-apps .build/debug .build/tour $(TOUR)
	@scripts/demo

test: build-tests ## All tests
	scripts/ios-compatibility --check
	scripts/test

build-tests: prerequisites ## What the tests need, built
	swift build --build-tests

# Three minutes on two cores, most of them for the SDK, which the app's package builds for itself.
test-new: prerequisites ## What `quiesce new` writes: both kinds are built, tested and run on a device
	@for product in $(TOOLS); do swift build --product $$product || exit 1; done
	scripts/test-new .build/debug

# Of a build that is there: some ten seconds. Without --check the script writes the document.
test-apple-modules: prerequisites ## Combine and os, which are a package of their own: AppleModules/
	swift test --package-path AppleModules

ios-compatibility: ## Whether iOS's names are here as docs/ios-compatibility.md says, and the SDK's have doc comments
	swift build
	scripts/ios-compatibility --check

test-debs: prerequisites ## The packages and the tarball of `make debs tarball`, on a bare Debian with systemd of its own (root, cgroup v2): two minutes
	@scripts/install-prerequisites debootstrap
	/usr/bin/python3 -B Tests/Packages/test_packages.py

# Some ten minutes, and five more the first time.
test-debs-vm: prerequisites ## The packages of `make debs`, in a Debian with a kernel of its own (root): README's three lines
	scripts/test-vm --debs .build/debs

test-as-user: build-tests ## Those of real processes, as an ordinary user when root runs it
	scripts/test --as-user

# Some ten minutes, and three more the first time. As KVM isn't everywhere, the machine is emulated.
test-vm: prerequisites ## Real BlueZ and USB accessories, in a Debian with systemd of its own (root); ONLY=test_bluetooth
	@for product in $(TOOLS) HeartRate Beacon KitTestApp; do swift build --product $$product || exit 1; done
	scripts/test-vm .build/debug $(ONLY)

# `make seeds DAY=20261224` runs what CI runs on that day. CONFIGURATION=debug: by the tests' build,
# which has three quarters of a release's speed.
seeds: DAY ?= $(shell date -u +%Y%m%d)
seeds: SECONDS ?= 480
seeds: CONFIGURATION ?= release
seeds: prerequisites ## The simulator's seeds of the DAY in every mode, for SECONDS=480
	swift build -c $(CONFIGURATION) --product quiesce-sim
	@.build/$(CONFIGURATION)/quiesce-sim day $(DAY) --seconds $(SECONDS)

lint: ## Formatting, layering, and whether generated documents are up to date
	swift format lint --strict --recursive Sources Research Tests Equivalence Examples Benchmarks Fuzz Gateway/Sources \
		Gateway/Tests Gateway/Package.swift AppleModules/Sources AppleModules/Tests AppleModules/Package.swift Derive/Sources Derive/Package.swift Package.swift
	scripts/check-layering
	scripts/derive --check
	scripts/conformance --check
	scripts/equivalence --check
	scripts/mutate --check
	scripts/check-words
	@scripts/install-prerequisites node-typescript python3-yaml
	scripts/check-pages
	@for judge in Tests/Python/check_*.py; do echo $$judge; python3 -B $$judge || exit 1; done

accessibility: build-tests ## What axe-core, taken from PyPI, finds on the console and on a timeline
	scripts/test-accessibility

fuzz: SECONDS ?= 60
fuzz: prerequisites ## Each fuzzer for a minute, or SECONDS=n
	@scripts/fuzz corpora
	@scripts/fuzz --seconds $(SECONDS)

# An hour and a half, more or less.
soak: SECONDS ?= 1200
soak: SEEDS ?= 20000
soak: prerequisites ## What CI does, for long: SEEDS=20000 worlds, SECONDS=1200 a fuzzer
	swift build -c release --product quiesce-sim
	@first=$$(($$(date -u +%Y%m%d) * 1000000)); last=$$((first + $(SEEDS) - 1)); \
		echo "seeds $$first..$$last"; \
		.build/release/quiesce-sim run --seeds "$$first..$$last"
	@scripts/fuzz corpora
	@scripts/fuzz --seconds $(SECONDS)

mutants: SEEDS ?= 200
mutants: prerequisites ## Wrong rules put into a copy of the core, and what finds them: docs/mutants.md; SEEDS=n
	@scripts/mutate --seeds $(SEEDS) --write

# A package of its own: nothing else builds NIO.
gateway: prerequisites ## The push gateway: .build/release/quiesce-gateway
	swift build --package-path Gateway -c release --product quiesce-gateway
	@scripts/install-gateway

gateway-build-tests: prerequisites ## What the gateway's tests need, built
	swift build --package-path Gateway --build-tests

gateway-test: gateway-build-tests ## The gateway's tests, and provider libraries against it; KILLS=n PUSHES=n SEED=n
	swift test --package-path Gateway --skip-build --xunit-output Gateway/.build/tests.xml
	@for product in $(TOOLS) Mailbox Gallery; do swift build --product $$product || exit 1; done
	@scripts/test-gateway Gateway/.build/debug/quiesce-gateway

kill-transfers: KILLS ?= 500
kill-transfers: prerequisites ## Kill all there is KILLS=500 times during 50 transfers; SEED=n
	@for product in $(TOOLS) TransferHarnessApp; do swift build --product $$product || exit 1; done
	@python3 -B Tests/TransferHarness/kill.py --agent .build/debug/quiesce-transferd \
		--kills $(KILLS) $(if $(SEED),--seed $(SEED))
	@python3 -B Tests/TransferHarness/kill_device.py --products .build/debug \
		--kills $(KILLS) $(if $(SEED),--seed $(SEED))

kill-notifications: KILLS ?= 1000
kill-notifications: prerequisites ## Kill the daemon KILLS=1000 times while alarms fire; SEED=n
	@for product in $(TOOLS); do swift build --product $$product || exit 1; done
	@python3 -B Tests/NotificationHarness/kill.py --products .build/debug \
		--kills $(KILLS) $(if $(SEED),--seed $(SEED))

kill-pushes: PUSHES ?= 10000
kill-pushes: prerequisites gateway ## Kill all there is, gateway and NATS too, during PUSHES=10000; SEED=n
	@for product in $(TOOLS); do swift build --product $$product || exit 1; done
	@python3 -B Tests/PushHarness/kill.py --products .build/debug \
		--gateway .build/release/quiesce-gateway --nats --pushes $(PUSHES) $(if $(SEED),--seed $(SEED))

kill-matrix: prerequisites ## Kill the daemon at each of its commits, three quarters of an hour; SAMPLE=n SEED=n for a part
	@for product in $(TOOLS); do swift build --product $$product || exit 1; done
	@python3 -B Tests/KillMatrix/matrix.py --products .build/debug \
		$(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

DESKTOP_PROGRAMS := firefox-esr thunderbird weechat-curses dovecot-imapd gnome-mines mpv-mpris
test-day: prerequisites ## Real programs' day, under sway, then X11, with the tests' build (10 minutes): MINUTES=2 SCREENS=x11
	@scripts/install-prerequisites $(DESKTOP_PROGRAMS)
	@status=0; for screen in $(or $(SCREENS),sway x11); do \
		scripts/as-ordinary-user /usr/bin/python3 -B Tests/Desktop/day.py --products .build/debug \
			--screen $$screen --minutes $(or $(MINUTES),2) | tee .build/day-$$screen.log; \
		[ $${PIPESTATUS[0]} -eq 0 ] || status=1; \
	done; \
	[ $$status -eq 0 ] || grep -E '^(MISS|FAIL) ' .build/day-*.log; exit $$status

# FREEZER=cgroup: in a cgroup of the user's, as systemd delegates one. Both parts run, whatever the first one finds.
test-desktop: prerequisites ## Real programs under sway, then X11 (17 minutes; idle machine): CHANGES=150 PAUSES=2,60,600 MINUTES=2 FREEZER=cgroup
	@scripts/install-prerequisites $(DESKTOP_PROGRAMS)
	@for product in $(TOOLS); do swift build -c release --product $$product || exit 1; done
	@status=0; as="scripts/as-ordinary-user $(if $(filter cgroup,$(FREEZER)),--cgroup) /usr/bin/python3 -B"; \
	$$as Tests/Desktop/focus.py --products .build/release --changes $(or $(CHANGES),150) \
		$(if $(PAUSES),--pauses $(PAUSES)) || status=1; \
	for screen in $(or $(SCREENS),sway x11); do \
		$$as Tests/Desktop/day.py --products .build/release --screen $$screen \
			--minutes $(or $(MINUTES),2) --freezer $(or $(FREEZER),any) || status=1; \
	done; \
	exit $$status

# The last build whose state has another version than this one's.
upgrade: FROM ?= $(shell git log -1 --format=%H -G'stateVersion = ' -- Sources/QuiesceCore/System/SystemMachine.swift)~
upgrade: prerequisites ## A device of an older build is taken over by this one, and refused by the older: FROM=commit
	@for product in $(TOOLS); do swift build --product $$product || exit 1; done
	@rm -rf .build/upgrade/sources && mkdir -p .build/upgrade/sources
	@git archive $(FROM) | tar -x -C .build/upgrade/sources
	@cd .build/upgrade/sources && for product in $$(sed -n 's/^TOOLS := //p' Makefile); do \
		swift build --scratch-path ../build --product $$product || exit 1; \
	done
	@python3 -B Tests/KillMatrix/upgrade.py --old .build/upgrade/build/debug --new .build/debug \
		$$(cd .build/upgrade/sources/Tests/KillMatrix && python3 -B -c 'import board, stories; print(*stories.STORIES)')

power-cuts: CUTS ?= 500
power-cuts: DISK ?= ext4
power-cuts: prerequisites gateway ## Cut the power of a busy device's and gateway's disk CUTS=500 times (root); DISK=xfs SEED=n
	@for product in $(TOOLS) Gallery; do swift build --product $$product || exit 1; done
	@python3 -B Tests/PowerCutHarness/cut.py --products .build/debug \
		--gateway .build/release/quiesce-gateway --disk $(DISK) --cuts $(CUTS) $(if $(SEED),--seed $(SEED))

bench: prerequisites build ## The benchmarks, as ratios against bare kernel work
	scripts/bench

# In the folder of the tests' build, which has most of it already.
bench-check: ## That the benchmarks build and run, one round in a debug build: their figures mean nothing
	swift build --package-path Benchmarks --scratch-path .build --disable-build-manifest-caching --product quiesce-bench
	.build/debug/quiesce-bench --rounds 1 --seconds 1 \
		--only wake reopen rest timers location audio replay core

site: ## The documents as a site with search, in .build/site
	@scripts/install-prerequisites mkdocs
	swift build --product quiesce
	@scripts/site

docs: ## Generate docs/conformance.md, docs/equivalence.md and docs/transitions
	scripts/conformance
	scripts/equivalence
	QUIESCE_UPDATE_DOCS=1 swift test --filter QuiesceCoreTests

api-docs: ## QuiesceTesting's documentation in .build/docs
	swift build
	scripts/docs-testing .build/docs/QuiesceTesting

man: built ## Man pages in .build/man
	@scripts/make-man-pages $(BUILT) $(MAN)

# `sudo make install` builds nothing: root may have no Swift, and would leave files that the user can't replace.
built:
	@for tool in $(TOOLS); do [ -x $(BUILT)/$$tool ] || { \
		echo "$(BUILT)/$$tool is missing; run \`make build\` first, as yourself" >&2; exit 1; }; done

PORTAL := org.freedesktop.impl.portal.desktop.quiesce
# The same on the session's bus and on the system's.
DEVICE := org.quiesce.Device1
SHARE = $(DESTDIR)$(PREFIX)/share
install: GATEWAY = $(wildcard $(BUILT)/quiesce-gateway)
install: built ## Install what was built, stripped and with Swift's runtime, man pages and completions below PREFIX; the gateway if it was
	@man=$$(mktemp -d) && trap 'rm -rf "$$man"' EXIT && scripts/make-man-pages $(BUILT) "$$man" && \
		install -d $(DESTDIR)$(PREFIX)/share/man/man1 && \
		install -m 644 "$$man"/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	scripts/install-tools $(BUILT) $(DESTDIR)$(PREFIX) $(COMMANDS) $(notdir $(GATEWAY)) --helpers $(HELPERS)
	for manager in user system; do \
		install -d $(DESTDIR)$(PREFIX)/lib/systemd/$$manager && \
		for unit in Systemd/$$manager/$(if $(GATEWAY),*,quiesced.*); do \
			sed 's|/usr/local|$(PREFIX)|' $$unit > $(DESTDIR)$(PREFIX)/lib/systemd/$${unit#Systemd/} || exit 1; \
		done; \
	done
	install -d $(DESTDIR)$(PREFIX)/share/dbus-1/services
	printf '[D-BUS Service]\nName=%s\nExec=%s\n' $(DISTRIBUTOR) $(PREFIX)/bin/quiesce-unifiedpush \
		> $(DESTDIR)$(PREFIX)/share/dbus-1/services/$(DISTRIBUTOR).service
	$(BUILT)/quiesce --generate-completion-script bash \
		> $(DESTDIR)$(PREFIX)/share/bash-completion/completions/quiesce
	$(BUILT)/quiesce --generate-completion-script zsh \
		> $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quiesce
	$(BUILT)/quiesce --generate-completion-script fish \
		> $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/quiesce.fish
	install -d $(SHARE)/dbus-1/services $(SHARE)/xdg-desktop-portal/portals $(SHARE)/quiesce
	sed 's|/usr/local|$(PREFIX)|' Desktop/portal/$(PORTAL).service > $(SHARE)/dbus-1/services/$(PORTAL).service
	install -m 644 Desktop/portal/quiesce.portal $(SHARE)/xdg-desktop-portal/portals
	install -d $(SHARE)/dbus-1/system-services $(SHARE)/dbus-1/system.d
	sed 's|/usr/local|$(PREFIX)|' Desktop/bus/session/$(DEVICE).service > $(SHARE)/dbus-1/services/$(DEVICE).service
	sed 's|/usr/local|$(PREFIX)|' Desktop/bus/system/$(DEVICE).service > $(SHARE)/dbus-1/system-services/$(DEVICE).service
	install -m 644 Desktop/bus/system/$(DEVICE).conf $(SHARE)/dbus-1/system.d
	cp -R Desktop/. $(SHARE)/quiesce

uninstall: ## Remove what `make install` installed
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(TOOLS) quiesce-gateway) \
		$(DESTDIR)$(PREFIX)/share/man/man1/quiesce*.1 \
		$(DESTDIR)$(PREFIX)/share/dbus-1/services/$(DISTRIBUTOR).service \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/quiesce \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quiesce \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/quiesce.fish \
		$(SHARE)/dbus-1/services/$(PORTAL).service $(SHARE)/xdg-desktop-portal/portals/quiesce.portal \
		$(SHARE)/dbus-1/{services,system-services}/$(DEVICE).service $(SHARE)/dbus-1/system.d/$(DEVICE).conf
	rm -f $(DESTDIR)$(PREFIX)/lib/systemd/{user,system}/quiesced.* $(DESTDIR)$(PREFIX)/lib/systemd/system/quiesce-gateway.service
	rm -rf $(DESTDIR)$(PREFIX)/lib/quiesce $(SHARE)/quiesce

debs: prerequisites built ## Debian packages in .build/debs, of what `make build gateway` built
	@[ -x $(BUILT)/quiesce-gateway ] || { echo "$(BUILT)/quiesce-gateway is missing; run \`make gateway\` first" >&2; exit 1; }
	@scripts/install-prerequisites debhelper
	rm -rf .build/debs && mkdir -p .build/debs
	dpkg-buildpackage --build=binary --unsigned-changes --buildinfo-file=.build/debs/quiesce.buildinfo \
		--buildinfo-option=-u.build/debs --changes-option=-u.build/debs --changes-file=.build/debs/quiesce.changes
	@debian/rules clean >/dev/null
	@ls -lh .build/debs/*.deb

# Names in order, one owner and the commit's time: the same build makes the same bytes.
tarball: prerequisites built ## All that `make install` puts into /usr/local as .build/quiesce-….tar.gz, for systems without dpkg
	@rm -f .build/quiesce-*.tar.gz && stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && \
		$(MAKE) --no-print-directory install DESTDIR=$$stage PREFIX=/usr/local >/dev/null && \
		tar --create --use-compress-program="gzip -9n" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$$(git log -1 --format=%ct) \
			--file .build/$$($(BUILT)/quiesce --version | tr " " -)-$$(uname -m).tar.gz --directory $$stage usr
	@ls -lh .build/quiesce-*.tar.gz

clean: ## Remove everything that was built
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build Gateway/.build
