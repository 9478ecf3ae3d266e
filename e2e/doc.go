// Package e2e tests opwright as its users meet it: the built binary makes
// projects, and these are built, tested and run against a real API server.
//
// A project is made once a run and shared; each test that needs an API server
// starts one of its own. Run it with "make e2e". OPWRIGHT_E2E_DIR names a folder
// to work in and to keep; see package harness.
package e2e
