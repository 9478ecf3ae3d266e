package generator

import (
	"context"
	"errors"
	"testing"
)

// What is missing is asked for, and only that; the module's host is suggested as the domain.
func TestInitAsks(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var asked []string
	ask := func(question, suggestion string) (string, error) {
		asked = append(asked, question+" ["+suggestion+"]")
		if suggestion != "" {
			return suggestion, nil
		}
		return "example.org/shop", nil
	}
	_, err := Init(context.Background(), InitRequest{Dir: t.TempDir(), Name: "shop", Ask: ask})
	must(t, err)
	want := []string{"Go module path of the project []", "Domain that your API groups end in [example.org]"}
	if len(asked) != 2 || asked[0] != want[0] || asked[1] != want[1] {
		t.Errorf("asked %q, want %q", asked, want)
	}
}

// A person who gives up leaves nothing behind.
func TestInitAskedInVain(t *testing.T) {
	dir := t.TempDir()
	given := errors.New("nothing was written")
	_, err := Init(context.Background(), InitRequest{Dir: dir, Ask: func(string, string) (string, error) { return "", given }})
	if !errors.Is(err, given) {
		t.Errorf("got %v", err)
	}
	if left := contents(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
