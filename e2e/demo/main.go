// Command demo makes an operator from nothing and shows it reconciling against
// a local control plane: every part of it is real but the Pods, and that is
// said where it matters. "make demo" runs it. It leaves nothing behind.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	ctrl "sigs.k8s.io/controller-runtime"
)

func main() { os.Exit(code()) }

func code() int {
	ctrl.SetLogger(logr.Discard()) // the control plane's library has nothing to say here
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		return 1
	}
	return 0
}

// run takes all steps and, however they end, stops what they started.
func run(ctx context.Context) (err error) {
	began := time.Now()
	d := &demo{out: os.Stdout}
	defer func() { err = errors.Join(err, d.cleanUp()) }()

	d.printf("An operator from nothing, reconciling against a local control plane.\n")
	for i, step := range d.steps() {
		d.printf("\n%d  %s\n", i+1, step.title)
		d.since = time.Now()
		ctx, cancel := context.WithTimeout(ctx, step.deadline)
		err := step.run(ctx)
		cancel()
		if err != nil {
			return err
		}
		d.say("done in %s", seconds(time.Since(d.since)))
	}
	d.printf("\nDone in %s; nothing is left behind.\n", seconds(time.Since(began)))
	d.printf("Next: bin/opwright init DIR --domain example.com --module example.com/op --api GROUP/VERSION/KIND\n")
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }
