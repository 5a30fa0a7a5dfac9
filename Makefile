# The two commands a newcomer needs: `make demo` and `make test`. Both do all set-up themselves.

CARGO ?= cargo

.PHONY: demo test setup build bench corpus real-programs csmith help

help:
	@echo "make demo           set up, build, and find the fault in an example that ships with us"
	@echo "make test           everything CI runs: format, lints, tidy, tests, examples of the documentation"
	@echo "make bench          speed, and how well methods find the faults of corpus/; writes bench/RESULTS.md"
	@echo "make corpus         proves that every case of corpus/ fails as it says"
	@echo "make real-programs  Debian's grep, sed, tar, ... natively and in the machine"
	@echo "make csmith         1,000 random programs, natively and in the machine"

setup:
	@scripts/setup.sh

build: setup
	@$(CARGO) build --release --quiet --bin whydunit
	@echo "built $${CARGO_TARGET_DIR:-target}/release/whydunit"

demo: build
	@scripts/demo.sh

test: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(CARGO) test --workspace --quiet
	scripts/readme-commands.sh

bench: build
	bench/run.sh
	bench/corpus.sh

corpus: setup
	$(CARGO) run --quiet -p whydunit-bench --bin corpus-check -- --totals

real-programs: build
	bench/real-programs/run.sh

csmith: build
	bench/csmith.sh 1000
