package cli_test

import "strings"

func badInputs() []badInput {
	var list []badInput
	list = append(list, badNames()...)
	list = append(list, badKinds()...)
	list = append(list, badFlags()...)
	list = append(list, badTuning()...)
	list = append(list, badPresets()...)
	list = append(list, badPlaces()...)
	list = append(list, badProjectFiles()...)
	list = append(list, badUnits()...)
	return append(list, badStates()...)
}

// newProject begins each init that is refused for one of its values.
func newProject(args ...string) []string {
	return append([]string{"init", "shop", "--domain", "example.com", "--module", "example.com/shop"}, args...)
}

// with is a project that would be good but for one flag, each of the values in turn.
func with(flag string, values ...string) (list []badInput) {
	for _, value := range values {
		list = append(list, badInput{args: newProject(flag, value)})
	}
	return list
}

func badNames() (list []badInput) {
	list = append(list, with("--name", "Shop", "9shop", "shop_1", "-shop", "shop-", "a b", "läden", "shop.v2", "shop\n", "../shop",
		"a-name-of-twenty-nine-letters", strings.Repeat("x", 300))...)
	list = append(list, with("--domain", "Example.com", "example..com", "-a.com", "exa mple.com", "example.com/", ".", "http://example.com",
		"exämple.com", strings.Repeat("a.", 127)+"com", strings.Repeat("a", 64)+".com")...)
	return append(list, with("--module", "shop shop", "/abs/shop", "example.com//shop", "example.com/shop/v1", "std", "example.com/vendor/shop",
		"../shop", "example.com/shop@v1", `C:\shop`, "example.com/shöp", "example.com/shop/", "-")...)
}

func badKinds() (list []badInput) {
	list = append(list, with("--api", "", "Storefront", "shop/v1", "shop/v1/", "a/b/c/d", "shop/v1/storefront", "shop/V1/Storefront", "shop/1/Storefront",
		"shop/v1gamma1/Storefront", "Shop/v1/Storefront", "shop_x/v1/Storefront", "shop/v1/Store-front", "shop/v1/Läden", "shop/v1/Store front",
		"v1/Pod", "v1/Shop", "apps/v1/Deployment", "foo.k8s.io/v1/Foo", "foo.kubernetes.io/v1/Foo", "shop/v1/GroupVersion", "shop/v1/SchemeBuilder",
		"shop/v1/"+strings.Repeat("K", 64), strings.Repeat("g", 64)+"/v1/Shop", "../v1/Shop",
		"shop/v1/Shop,plural=Shops", "shop/v1/Shop,plural=", "shop/v1/Shop,plural=a/b", "shop/v1/Shop,scope=Galaxy", "shop/v1/Shop,short=s", "shop/v1/Shop,")...)
	for _, pair := range [][2]string{
		{"shop/v1/Shop", "shop/v1/Shop"},
		{"shop/v1/Shop", "shop/v1/ShopList"},
		{"shop/v1/Shop", "shop/v1/SHOP"},
		{"shop/v1/Shop", "shop/v1/Store,plural=shops"},
		{"shop/v1/Shop,plural=shops", "shop/v2/Shop,plural=shoppes"},
		{"shop/v1/Shop", "shop/v2/Shop,scope=Cluster"},
	} {
		list = append(list, badInput{args: newProject("--api", pair[0], "--api", pair[1])})
	}
	for _, owns := range []string{"v1/Pod", "v1/Secrets", "v1/secret", "Secret", "v1/Secret,v1/Secret", ",", "none,v1/Secret", "shop.example.com/v1/Shop"} {
		list = append(list, badInput{args: newProject("--api", "shop/v1/Shop", "--owns", owns)})
	}
	return list
}

func badFlags() (list []badInput) {
	list = append(list, with("--license", "mit", "Apache2")...)
	list = append(list, with("--feature", "monitorring")...)
	list = append(list, with("--owner", "two\nlines", "ACME */")...)
	list = append(list, with("--output", "yaml")...)
	list = append(list, with("--nonsense", "1")...)
	for _, preset := range []string{"swift", "Standard", "../standard", "standard/v1"} {
		list = append(list, badInput{args: newProject("--api", "shop/v1/Shop", "--preset", preset)})
	}
	for _, args := range [][]string{
		{"init", "shop"},
		{"init", "shop", "--module", "example.com/shop"},
		{"init", "shop", "--domain"},
		{"init", "shop", "other", "--domain", "example.com", "--module", "example.com/shop"},
		{"init", "shop", "--dry-run=perhaps"},
		{"appply"}, {"apply", "project"}, {"apply", "--frob"}, {"generate", "./..."}, {"help", "nothing"}, {"--frob"}, {"-x"},
		{"upgrade"}, {""}, {"add", "apu"}, {"remove", "nothing"},
	} {
		list = append(list, badInput{args: args})
	}
	return list
}

// tunable is a project with a controller, as far as a command reads it before it looks at the rest.
func tunable(args ...string) badInput {
	text := goodHead + "apis: [{group: shop.example.com, version: v1, kind: Shop}]\ncontrollers: [{for: shop.example.com/v1/Shop}]\n"
	return badInput{args: append([]string{"tune", "-C", "project"}, args...), files: map[string]string{"project/opwright.yaml": text}}
}

func badTuning() (list []badInput) {
	for _, setting := range []string{
		"", "workers", "workers=", "=8", "workers=0", "workers=257", "workers=four", "workers=1e2", "workers=8 ", "Workers=8", "workers=[8]",
		"limiter=exponential", "limiter.kind=linear", "limiter.maxDelay=2h", "limiter.maxDelay=60", "limiter.maxDelay=-1s", "limiter.maxDely=1m", "limiter.qps=5",
		"limiter.kind=bucket", "limiter.baseDelay=1m", "sync.interval=0s", "sync.jitter=0.6", "sync.jitter=NaN", "sync.maxInterval=1m", "sync.deadline=true",
		"leadership.lease=1m", "calls.qps=5", "calls.qps=0", "breaker.failures=0", "coalesce=2m", "tuning.workers=8", "workers=8\nname: x", "workers=8 # many",
		"nonsense=1", "minInterval=11m", "startupSpread=61m", "cache.copy=false",
	} {
		list = append(list, tunable("shop", "--set", setting))
	}
	for _, args := range [][]string{
		{}, {"shop"}, {"shop", "other", "--set", "workers=8"}, {"cart", "--set", "workers=8"}, {"", "--set", "workers=8"}, {"../shop", "--set", "workers=8"},
		{"shop", "--preset", ""}, {"shop", "--preset", "swift"}, {"shop", "--preset", "standard@1"}, {"shop", "--preset", "../standard"},
		{"shop", "--unset", "nonsense"}, {"shop", "--unset", "leadership.lease"},
		{"shop", "--objects", "6000"}, {"shop", "--objects", "-1", "--service-time", "1s"}, {"shop", "--objects", "many"}, {"shop", "--service-time", "1s"},
		{"shop", "--objects", "1", "--service-time", "0s"}, {"shop", "--objects", "1", "--service-time", "2h"}, {"shop", "--objects", "100000000", "--service-time", "1s"},
		{"shop", "--rate", "fast", "--service-time", "1s"}, {"shop", "--rate", "20/d", "--service-time", "1s"}, {"shop", "--rate", "-1/s", "--service-time", "1s"},
		{"shop", "--rate", "", "--service-time", "1s"}, {"shop", "--rate", "1000/s", "--service-time", "1s"}, {"shop", "--rate", "NaN", "--service-time", "1s"},
		{"shop", "--write"}, {"shop", "--set", "workers=8", "-o", "yaml"},
	} {
		list = append(list, tunable(args...))
	}
	return append(list,
		badInput{args: []string{"tune", "shop", "-C", "empty", "--set", "workers=8"}},
		badInput{args: []string{"tune", "shop", "-C", "project", "--set", "workers=8"}},
		badInput{args: []string{"tune", "shop", "-C", "", "--set", "workers=8"}},
	)
}

func badPresets() (list []badInput) {
	for _, args := range [][]string{
		{"frob"}, {"list", "standard"}, {"list", "-o", "yaml"}, {"list", "--preset-dir", "nowhere"}, {"list", "--preset-dir", "file.txt"}, {"list", "--preset-dir", ""},
		{"show"}, {"show", ""}, {"show", "swift"}, {"show", "standard@2"}, {"show", "standard@"}, {"show", "standard@one"}, {"show", "standard@-1"}, {"show", "Standard"},
		{"show", "../standard"}, {"show", "standard", "edge"}, {"show", "standard@99999999999999999999"}, {"show", "*"},
		{"diff"}, {"diff", "standard"}, {"diff", "standard", "swift"}, {"diff", "standard", "edge", "edge"}, {"schema", "standard"},
		{"choose"}, {"choose", "--changes", "everything"}, {"choose", "--objects", "-1"}, {"choose", "--objects", "many"}, {"choose", "spec"},
		{"lint"}, {"lint", "nowhere.yaml"}, {"lint", "empty"}, {"lint", "file.txt"}, {"lint", ""},
	} {
		list = append(list, badInput{args: append([]string{"preset"}, args...)})
	}
	const head = "name: web\nversion: 1\nextends: standard@1\nsummary: web services\n"
	for _, text := range []string{
		"", "# nothing\n", "\x00", "\xff\xfe", "[", "- a\n", "a\n---\nb\n", strings.Repeat("[", 5000), "{{ .Name }}\n",
		strings.Replace(head, "standard@1", "standard", 1), strings.Replace(head, "standard@1", "standard@7", 1), strings.Replace(head, "standard@1", "stadard@1", 1),
		strings.Replace(head, "name: web", "name: Web", 1), strings.Replace(head, "version: 1", "version: 0.1", 1), strings.Replace(head, "summary: web services", "summary: [a]", 1),
		head + "workers: 8\n", head + "workers: {value: 8}\n", head + "workers: {why: many}\n", head + "workers: {value: 8, why: many, wy: x}\n", head + "wrkers: {value: 8, why: many}\n",
		head + "limiter: {value: {maxDelay: 2h}, why: patience}\n", head + "limiter: {value: {kind: bucket}, why: all}\n", head + "work: nothing\n", head + "layers: [../x]\n",
		head + "sync: {value: {interval: 0s}, why: none}\n", head + "sync: {value: {interval: .inf}, why: none}\n", head + "workers: {value: &a 8, why: many}\n",
		head + "leadership: {value: {lease: 5s}, why: fast}\n", head + "when: text\n", head + "name: web\n",
	} {
		list = append(list, badInput{args: []string{"preset", "lint", "web.yaml"}, files: map[string]string{"web.yaml": text}})
	}
	return append(list,
		badInput{args: []string{"preset", "list", "--preset-dir", "acme"}, files: map[string]string{"acme/presets/standard/v1.yaml": "name: standard\n"}},
		badInput{args: []string{"preset", "show", "web", "--preset-dir", "acme"}, files: map[string]string{"acme/presets/web/v1.yaml": strings.Replace(head, "standard@1", "web@1", 1)}},
		badInput{args: []string{"preset", "show", "api", "--preset-dir", "acme"}, files: map[string]string{"acme/presets/api/v1.yaml": head}},
		badInput{args: []string{"preset", "show", "web", "--preset-dir", "acme"}, files: map[string]string{"acme/presets/web/v1.yaml": head + "layers: [web]\n"}},
		badInput{args: []string{"preset", "show", "web", "--preset-dir", "acme"}, files: map[string]string{"acme/presets/web/v1.yaml": "-> ../../../file.txt"}},
		badInput{args: []string{"preset", "lint", "acme/presets/web/v1.yaml"}, files: map[string]string{"acme/presets/web/v1.yaml": strings.Replace(head, "name: web", "name: api", 1)}},
		badInput{args: []string{"preset", "list", "-C", "project"}, files: map[string]string{"project/opwright.yaml": goodHead + "presetDirs: [nowhere]\n"}},
		badInput{args: []string{"preset", "list", "-C", "project"}, files: map[string]string{"project/opwright.yaml": "knd: x\n"}},
	)
}

func badPlaces() []badInput {
	init := func(dir string) []string {
		return []string{"init", dir, "--domain", "example.com", "--module", "example.com/shop"}
	}
	return []badInput{
		{args: init("")},
		{args: init("file.txt")},
		{args: init("file.txt/shop")},
		{args: init("a\x00b")},
		{args: init(strings.Repeat("x", 300))},
		{args: init("link"), files: map[string]string{"link": "-> nowhere"}},
		{args: init("empty"), files: map[string]string{"empty/cmd": "-> ../project/cmd"}},
		{args: init("empty"), files: map[string]string{"empty/.opwright": "a file"}},
		{args: init("empty"), files: map[string]string{"empty/.opwright": "-> ../project/.opwright"}},
		{args: init("empty"), files: map[string]string{"empty/Makefile/": ""}},
		{args: init("empty"), files: map[string]string{"empty/go.mod": "this is no go.mod\n"}},
		{args: init("empty"), files: map[string]string{"empty/go.mod": "go 1.26.0\n"}},
		{args: init("empty"), files: map[string]string{"empty/go.mod": "module example.com/other\n"}},
		{args: init("empty"), files: map[string]string{"empty/go.mod/": ""}},
		{args: init("empty"), files: map[string]string{"empty/go.mod": "module example.com/shop\n\nrequire (\n"}},
		{args: init("empty"), files: map[string]string{"empty/Makefile": "all:\n", "empty/Dockerfile": "FROM scratch\n"}, many: true},
		{args: []string{"apply"}},
		{args: []string{"apply", "-C", "nowhere"}},
		{args: []string{"apply", "-C", ""}},
		{args: []string{"apply", "-C", "file.txt"}},
		{args: []string{"apply", "-C", "empty"}},
		{args: []string{"generate"}},
		{args: []string{"generate", "-C", "nowhere"}},
		{args: []string{"generate", "-C", "empty", "--check"}},
		{args: []string{"generate", "-C", "empty"}, files: map[string]string{"empty/go.mod": "this is no go.mod\n"}},
	}
}

const goodHead = "apiVersion: opwright.dev/v1alpha1\nkind: Project\nname: project\nmodule: example.com/shop\ndomain: example.com\n"

func badProjectFiles() (list []badInput) {
	for _, text := range []string{
		"", "\n", "#!/bin/sh\necho hello\n", "\x00\x01", "\xff\xfe", "just words\n", "- a\n- list\n", "a: [", "a:\n\tb: c\n",
		"layout: go.kubebuilder.io/v4\n",
		"apiVersion: apps/v1\nkind: Deployment\n",
		strings.Replace(goodHead, "v1alpha1", "v9", 1),
		strings.Replace(goodHead, "kind: Project", "kind: Projekt", 1),
		goodHead + "knd: x\n",
		goodHead + "name: again\n",
		goodHead + "---\n" + goodHead,
		goodHead + "features: [no]\n",
		goodHead + "apis: {}\n",
		goodHead + "apis: [{group: shop.example.com, version: v1, kind: shop}]\n",
		goodHead + "controllers: [{for: shop.example.com/v1/Shop}]\n",
		goodHead + "apis: &a [*a]\n",
		goodHead + "owner: " + strings.Repeat("[", 200) + "\n",
		goodHead + "# " + strings.Repeat("x", 2<<20) + "\n",
		strings.Replace(goodHead, "name: project", "name: ../x", 1),
		strings.Replace(goodHead, "module: example.com/shop", "module: /x", 1),
	} {
		list = append(list, badInput{args: []string{"apply", "-C", "project"}, files: map[string]string{"project/opwright.yaml": text}})
	}
	for _, limiter := range []string{"kind: bucket", "qps: 5", "baseDelay: 1m"} {
		text := goodHead + "apis: [{group: shop.example.com, version: v1, kind: Shop}]\n" +
			"controllers: [{for: shop.example.com/v1/Shop, tuning: {limiter: {" + limiter + "}}}]\n"
		list = append(list, badInput{args: []string{"apply", "-C", "project"}, files: map[string]string{"project/opwright.yaml": text}})
	}
	return append(list,
		badInput{args: []string{"apply", "-C", "project"}, gone: []string{"project/opwright.yaml"}, files: map[string]string{"project/opwright.yaml/": ""}},
		badInput{args: []string{"init", "project"}, gone: []string{"project/opwright.yaml"}, files: map[string]string{"project/opwright.yaml/": ""}},
		badInput{args: []string{"apply", "-C", "project"}, gone: []string{"project/opwright.yaml"}, files: map[string]string{"project/opwright.yaml": "-> ../../secret"}},
		badInput{args: []string{"init", "project", "--name", "other"}},
		badInput{args: []string{"init", "project", "--api", "shop/v1/Shop"}},
	)
}

// badUnits are what cannot be added or removed.
func badUnits() (list []badInput) {
	for _, words := range []string{
		"add api", "add api one two", "add watch storefront", "remove controller",
		"add api Cart", "add api shop/v1/cart", "add api apps/v1/Deployment", "add api shop/v1/Cart,short=c", "add api shop/v1/GroupVersion",
		"add api shop/v1/Cart --preset swift", "add api shop/v1/Cart --owns v1/Pod", "add api shop/v1/Cart --scope Galaxy",
		"add api shop/v1/Cart --plural Carts", "add api shop/v1/Cart --controller=perhaps", "add api shop/v1/Cart -o yaml",
		"add version shop/v1/Cart", "add controller shop/v1/Cart", "add controller apps/v1/Deployment", "add controller cert-manager.io/v1/Certificate",
		"add controller Cart", "add watch cart v1/Secret", "remove api Cart", "remove version shop/v1", "remove watch cart v1/Secret",
	} {
		list = append(list, badInput{args: append(strings.Fields(words), "-C", "project")})
	}
	const storefront = goodHead + "apis:\n  - {group: shop.example.com, version: v1, kind: Storefront}\n" +
		"  - {group: shop.example.com, version: v2, kind: Storefront}\n" +
		"controllers:\n  - {name: storefront, for: shop.example.com/v1/Storefront, owns: [v1/Secret]}\n"
	for _, words := range []string{
		"add api shop/v1/Storefront --plural shops", "add api shop/v1/Storefront --scope Cluster", "add api shop/v3/Storefront",
		"add api shop/v1/Storefront --preset edge", "add api shop/v1/Storefronts", "add api shop/v1/StorefrontList",
		"add version shop/v3/Storefront,scope=Cluster", "add version shop/v1/Storefronts",
		"add controller shop/v3/Storefront --name backup", "add controller shop/v1/Storefront --preset edge",
		"add controller shop/v1/Storefront --name Backup", "add controller shop/v1/Storefront --name backup --owns v1/Secret",
		"add controller shop/v1/Storefront --owns v1/ConfigMap", "add controller apps/v1/Deployment",
		"add watch storfront v1/Secret", "add watch storefront v1/Pod", "add watch storefront none", "add watch storefront apps/v1/Deployment --status ready",
		"add watch storefront v1/Secret --status phase",
		"remove api shop/v1/Storefront", "remove version shop/v1/Storefront", "remove watch storefront v1/Pod",
	} {
		list = append(list, badInput{args: append(strings.Fields(words), "-C", "project"), files: map[string]string{"project/opwright.yaml": storefront}})
	}
	for _, words := range []string{"add api shop/v1/Cart", "add version shop/v1/Cart", "remove api shop/v1/Cart"} {
		list = append(list, badInput{args: append(strings.Fields(words), "-C", "empty")}, badInput{args: append(strings.Fields(words), "-C", "")})
	}
	unusual := goodHead + "apis: [\n  {group: shop.example.com, version: v1, kind: Storefront}\n]\n"
	return append(list, badInput{args: []string{"remove", "api", "shop/v1/Storefront", "-C", "project"}, files: map[string]string{"project/opwright.yaml": unusual}})
}

// badStates are those of .opwright.
func badStates() (list []badInput) {
	const lock = "project/.opwright/lock.yaml"
	for _, text := range []string{
		"", "revision: [", "revision: 1\nfiles: 7\n", "revision: 9999\npresets: []\nfiles: []\n", "<<<<<<< ours\nrevision: 1\n=======\nrevision: 2\n>>>>>>> theirs\n",
		"revision: 1\npresets: []\nfiles:\n  - {path: ../../etc/passwd, ownership: merged, unit: project}\n",
	} {
		list = append(list, badInput{args: []string{"apply", "-C", "project"}, files: map[string]string{lock: text}})
	}
	apply := []string{"apply", "-C", "project"}
	return append(list,
		badInput{args: apply, gone: []string{"project/.opwright"}},
		badInput{args: apply, gone: []string{"project/.opwright/base"}},
		badInput{args: apply, gone: []string{"project/.opwright"}, files: map[string]string{"project/.opwright": "a file"}},
		badInput{args: apply, gone: []string{lock}, files: map[string]string{lock + "/": ""}},
		badInput{args: append(apply, "--dry-run"), files: map[string]string{"project/.opwright/journal/todo.json": "{}"}},
		badInput{args: apply, files: map[string]string{"project/.opwright/journal/todo.json": "no json"}},
		badInput{args: apply, files: map[string]string{"project/.opwright/journal/todo.json": `{"moves":[{"path":"../x"}]}`}},
		badInput{args: apply, files: map[string]string{"project/.opwright/journal": "a file"}},
	)
}
