# Everything runs with Go, make and git alone: tools are built from their Go
# modules into bin/, and so is a control plane where none can be downloaded.

GOLANGCI_VERSION := v2.15.0
GOLANGCI := bin/golangci-lint-$(GOLANGCI_VERSION)
GOTESTFLAGS ?=

SHELL := /bin/bash -o pipefail
.NOTPARALLEL:
.DEFAULT_GOAL := help

.PHONY: help
help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/opwright
	CGO_ENABLED=0 go build -trimpath -o bin/opwright ./cmd/opwright

.PHONY: test
test: test-unit e2e ## Run all tests: unit, scripts, golden trees, e2e

.PHONY: test-unit
test-unit: ## Run the tests that need no control plane
	go test -timeout 30m $(GOTESTFLAGS) ./...

.PHONY: e2e
e2e: build ## Build generated projects and run them against a real API server
	assets="$$(bin/opwright envtest)" && cd e2e && \
		export KUBEBUILDER_ASSETS="$$assets" OPWRIGHT_BIN="$(CURDIR)/bin/opwright" && go test -timeout 60m $(GOTESTFLAGS) ./... && \
		go test -tags mutate -run '^TestMutate' -timeout 30m $(GOTESTFLAGS) ./mutate -every 25

.PHONY: lint
lint: $(GOLANGCI) ## Check style, import direction and go.mod of both modules
	go mod tidy -diff
	go vet ./...
	$(GOLANGCI) run ./...
	if [ -f e2e/go.mod ]; then cd e2e && go mod tidy -diff && go vet ./... && ../$(GOLANGCI) run ./...; fi

.PHONY: fmt
fmt: $(GOLANGCI) ## Format the sources as lint wants them
	$(GOLANGCI) fmt ./...

# Only the tests that know -update are run with it: the flag is unknown to others.
.PHONY: golden
golden: ## Rewrite the golden files of the tests
	go test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' cmd generator | xargs -n 1 dirname | sort -u | sed 's|^|./|') -update

.PHONY: verify
verify: golden ## Regenerate everything that is generated, and fail if it differs
	git diff --exit-code -- cmd docs generator presets templates
	go mod verify
	go test -tags verify -run '^TestVerify' ./...

.PHONY: bench
bench: build ## Measure speed; docs/benchmarks.md has the figures
	go test -run '^$$' -bench . ./generator/render
	cd e2e && OPWRIGHT_BIN="$(CURDIR)/bin/opwright" go run ./bench

.PHONY: merge-oracle
merge-oracle: ## Compare merges by lines with git's on 6,000 cases
	OPWRIGHT_ORACLE_CASES=6000 go test -count 1 -v -timeout 20m -run '^TestLinesAsGit$$' ./generator/merge

.PHONY: model
model: ## Upgrade 2,000 random projects and hold each against what opwright promises
	go test -count 1 -v -timeout 30m -run '^TestModel$$' ./generator -seeds 2000

.PHONY: mutate
mutate: build ## Break each rule once, and show that a test turns red
	assets="$$(bin/opwright envtest)" && cd e2e && KUBEBUILDER_ASSETS="$$assets" OPWRIGHT_BIN="$(CURDIR)/bin/opwright" \
		go test -tags mutate -run '^TestMutate' -v -timeout 60m ./mutate

.PHONY: demo
demo: build ## Scaffold an operator and watch it reconcile against a local control plane
	assets="$$(bin/opwright envtest)" && cd e2e && KUBEBUILDER_ASSETS="$$assets" OPWRIGHT_BIN="$(CURDIR)/bin/opwright" go run ./demo

# Built aside and renamed, so that an interrupted build is not taken for a tool.
$(GOLANGCI):
	CGO_ENABLED=0 GOFLAGS= GOBIN="$(CURDIR)/bin/tmp" go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv bin/tmp/golangci-lint $@
	rmdir bin/tmp
