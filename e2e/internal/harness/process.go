package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// killAfter is how long a process may take to stop: the Pod's grace time.
const killAfter = 45 * time.Second

// Process is a program that runs beside the tests.
type Process struct {
	Name string
	Log  *Log

	cmd     *exec.Cmd
	exited  context.Context // ends with the process
	waitErr error           // to be read once exited is done
}

// StartProcess starts a program. It has to be stopped.
func StartProcess(name string, env []string, binary string, args ...string) (*Process, error) {
	exited, done := context.WithCancel(context.Background())
	p := &Process{Name: name, Log: &Log{}, exited: exited}
	p.cmd = exec.Command(binary, args...)
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = env, p.Log, p.Log
	if err := p.cmd.Start(); err != nil {
		done()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		p.waitErr = p.cmd.Wait()
		done()
	}()
	return p, nil
}

// Stop sends SIGTERM and tells how long the process took to end. The error is
// that of an exit code other than 0, or that it had to be killed.
func (p *Process) Stop() (time.Duration, error) {
	began := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, fmt.Errorf("stop %s: %w", p.Name, err)
	}
	select {
	case <-p.exited.Done():
	case <-time.After(killAfter):
		_ = p.cmd.Process.Kill()
		<-p.exited.Done()
		return time.Since(began), fmt.Errorf("stop %s: still there after %s, killed\n%s", p.Name, killAfter, Tail(p.Log.String(), 30))
	}
	if p.waitErr != nil {
		return time.Since(began), fmt.Errorf("%s: %w\n%s", p.Name, p.waitErr, Tail(p.Log.String(), 30))
	}
	return time.Since(began), nil
}

// while returns a context that also ends when the process does, so that nobody
// waits for something that a dead one should do.
func (p *Process) while(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(p.exited, func() { cancel(fmt.Errorf("%s has ended: %w", p.Name, context.Canceled)) })
	return ctx, func() { stop(); cancel(nil) }
}
