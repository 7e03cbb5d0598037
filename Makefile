# Everything a user or a contributor runs. `make help` lists it.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# STATIC=1 puts the Swift runtime into the binaries, for machines without it (70 MB each).
STATIC ?=
RELEASE := -c release $(if $(STATIC),--static-swift-stdlib -Xlinker -s)
TOOLS := quiesced quiesce quiesce-transferd quiesce-pushd
EXAMPLES := HelloNoun ImageHop SlowCount Misbehaving Gallery GettingAttention BepBop PodcastBox Mailbox

.PHONY: help prerequisites build apps demo test lint gateway gateway-test fuzz soak mutants kill-transfers \
	kill-notifications kill-pushes bench docs api-docs man install \
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

demo: apps ## A tour of five minutes, with real processes
	@scripts/demo

test: prerequisites ## All tests
	swift build --build-tests
	scripts/test $(if $(AGAIN),--again)

lint: ## Formatting, layering, and whether generated documents are up to date
	swift format lint --strict --recursive Sources Tests Examples Benchmarks Fuzz Gateway/Sources Gateway/Tests \
		Gateway/Package.swift Package.swift
	scripts/check-layering
	scripts/conformance --check

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
mutants: ## Wrong rules put into a copy of the core, and what finds them: docs/mutants.md; SEEDS=n
	@scripts/mutate --seeds $(SEEDS) --write

# A package of its own: nothing else builds NIO.
gateway: prerequisites ## The push gateway: .build/release/quiesce-gateway
	swift build --package-path Gateway -c release --product quiesce-gateway
	@scripts/install-gateway

gateway-test: prerequisites ## The gateway's tests, and provider libraries against it; KILLS=n PUSHES=n SEED=n
	swift build --package-path Gateway --build-tests
	swift test --package-path Gateway --skip-build
	@for product in $(TOOLS) Mailbox; do swift build --product $$product || exit 1; done
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

bench: prerequisites build ## The benchmarks, as ratios against bare kernel work
	scripts/bench

docs: ## Generate docs/conformance.md and docs/transitions
	scripts/conformance
	QUIESCE_UPDATE_DOCS=1 swift test --filter QuiesceCoreTests

api-docs: ## QuiesceTesting's documentation in .build/docs
	swift build
	scripts/docs-testing .build/docs/QuiesceTesting

man: build ## Man pages in .build/man
	@scripts/make-man-pages .build/release .build/man

install: build man ## Install the tools, man pages and completions below PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install $(addprefix .build/release/,$(TOOLS)) $(DESTDIR)$(PREFIX)/bin
	install -m 644 .build/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	.build/release/quiesce --generate-completion-script bash \
		> $(DESTDIR)$(PREFIX)/share/bash-completion/completions/quiesce
	.build/release/quiesce --generate-completion-script zsh \
		> $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quiesce
	.build/release/quiesce --generate-completion-script fish \
		> $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/quiesce.fish

uninstall: ## Remove what `make install` installed
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(TOOLS)) \
		$(DESTDIR)$(PREFIX)/share/man/man1/quiesce*.1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/quiesce \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quiesce \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/quiesce.fish

clean: ## Remove everything that was built
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build Gateway/.build
