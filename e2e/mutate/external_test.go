//go:build mutate

package mutate

import "testing"

// TestMutateExternal breaks the example of what is behind an outside API.
func TestMutateExternal(t *testing.T) {
	breakEach(t, generatePreset(t, "external-api"), []string{"./internal/remote", "./internal/controller/shop"}, externalRules())
}

// externalRules are those of the example for an outside API.
func externalRules() []rule {
	const remote, item = "internal/remote/", "internal/controller/shop/storefront_item.go"
	return []rule{
		// classes of answers
		{remote + "errors.go", `case code == http.StatusTooManyRequests, header != ""`, `case header != ""`},
		{remote + "errors.go", `header != "" && code >= http.StatusInternalServerError:`, `header != "" && code > 599:`},
		{remote + "errors.go", "case code < http.StatusBadRequest:", "case code < 300:"},
		{remote + "errors.go", "case code == http.StatusUnauthorized, code == http.StatusForbidden:", "case code == http.StatusUnauthorized:"},
		{remote + "errors.go", "case code == http.StatusUnauthorized, code == http.StatusForbidden:", "case code == http.StatusForbidden:"},
		{remote + "errors.go", "case code == http.StatusConflict:", "case code == 0:"},
		{remote + "errors.go", "case code == http.StatusRequestTimeout, code == http.StatusTooEarly:", "case code == http.StatusRequestTimeout:"},
		{remote + "errors.go", "case code == http.StatusRequestTimeout, code == http.StatusTooEarly:", "case code == http.StatusTooEarly:"},
		{remote + "errors.go", "case code < http.StatusInternalServerError:", "case code <= http.StatusInternalServerError:"},
		// Retry-After
		{remote + "errors.go", "time.Duration(min(seconds, 3600)) * time.Second", "time.Duration(seconds) * time.Microsecond"},
		{remote + "errors.go", "wait = at.Sub(now)", "_ = at"},
		{remote + "errors.go", "return min(max(wait, time.Second), time.Hour)", "return min(wait, time.Hour)"},
		// the client
		{remote + "client.go", "case response.StatusCode == http.StatusNotFound:", "case response.StatusCode == 0:"},
		{remote + "client.go", "if err == nil && !found {", "if err == nil && !found && item.ID == \"\" {"},
		{remote + "client.go", "io.LimitReader(response.Body, maxBody)", "io.LimitReader(response.Body, maxBody<<6)"},
		{remote + "client.go", "return http.ErrUseLastResponse", "return nil"},
		{remote + "client.go", "url.PathEscape(id)", "id"},
		// the quota, pauses and the circuit
		{remote + "guarded.go", "if err := g.Budget.Take(); err != nil {", "if err := g.Budget.Take(); err != nil && false {"},
		{remote + "guarded.go", "if wait := g.pause(); wait > 0 {", "if wait := g.pause(); wait > time.Hour {"},
		{remote + "guarded.go", "out.Outcome == status.Delayed {", "out.Outcome == status.Done {"},
		{remote + "guarded.go", "return g.Circuit.Do(func() error { return g.heed(call()) })", "return g.heed(call())"},
		// accounts
		{remote + "accounts.go", "found && known.Items == Items(api) {", "found && known.Items != Items(api) {"},
		{remote + "accounts.go", "found && known.Items == Items(api) {", "found && api.URL != \"\" {"},
		{remote + "accounts.go", `"%w: %s", ErrNoSecret, name)`, `"%w: %s", err, name)`},
		{remote + "accounts.go", `if api.URL == "" || api.Token == "" {`, `if api.URL == "" {`},
		{remote + "accounts.go", `if api.URL == "" || api.Token == "" {`, `if api.Token == "" {`},
		{remote + "accounts.go", "return strings.TrimSpace(string(secret.Data[key]))", "return strings.TrimPrefix(string(secret.Data[key]), key)"},
		// what is sent, and when
		{item, "storefront.Status.ItemID == desired.ID && ", ""},
		{item, "&& storefront.Status.ObservedGeneration == storefront.Generation {", "{"},
		{item, "if err != nil || found && live == desired {", "if err != nil || found && live.ID == desired.ID {"},
		{item, "if err != nil || found && live == desired {", "if err != nil || found && live == desired && false {"},
	}
}
