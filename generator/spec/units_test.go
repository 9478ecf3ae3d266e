package spec

import (
	"strings"
	"testing"
)

const unitsHead = "apiVersion: opwright.dev/v1alpha1\nkind: Project\nname: shop\nmodule: example.com/shop\ndomain: example.com\n"

const (
	shopAPI = "{group: shop.example.com, version: v1, kind: Shop, plural: shops, dir: shop}"
	cartAPI = "{group: shop.example.com, version: v1, kind: Cart, plural: carts, dir: shop}"
)

func unitsCart() API { return API{GVK: GVK{"shop.example.com", "v1", "Cart"}} }

func unitsShop() GVK { return GVK{"shop.example.com", "v1", "Shop"} }

func addCart(data []byte) ([]byte, error) { return AddAPI("opwright.yaml", data, unitsCart()) }

func addBackup(data []byte) ([]byte, error) {
	owns := []Owned{{Kind: GVK{"", "v1", "Secret"}}, {Kind: GVK{"apps", "v1", "Deployment"}, Status: []string{"replicas"}}}
	return AddController("opwright.yaml", data, Controller{Name: "backup", For: unitsShop(), Owns: owns, Preset: "standard"})
}

func addSecret(data []byte) ([]byte, error) {
	return AddOwned("opwright.yaml", data, "shop", Owned{Kind: GVK{"", "v1", "Secret"}})
}

func addWorkload(data []byte) ([]byte, error) {
	return AddOwned("opwright.yaml", data, "shop", Owned{Kind: GVK{"apps", "v1", "Deployment"}, Status: []string{"replicas"}})
}

func removeShop(data []byte) ([]byte, error) { return RemoveAPI("opwright.yaml", data, unitsShop()) }

func removeShopController(data []byte) ([]byte, error) {
	return RemoveController("opwright.yaml", data, "shop")
}

func removeService(data []byte) ([]byte, error) {
	return RemoveOwned("opwright.yaml", data, "shop", GVK{"", "v1", "Service"})
}

// Each edit changes what it must, and not a byte more.
func TestUnits(t *testing.T) {
	controller := func(rest string) string {
		return "apis: [" + shopAPI + "]\ncontrollers:\n  - name: shop\n    for: shop.example.com/v1/Shop\n" + rest
	}
	for _, c := range []struct {
		name          string
		edit          func([]byte) ([]byte, error)
		before, after string
	}{
		{"the first API", addCart, "", "\napis:\n  - " + cartAPI + "\n"},
		{"without a last line end", addCart, "# the end", "# the end\n\napis:\n  - " + cartAPI},
		{"below another", addCart, "apis:\n  - " + shopAPI + " # ours\n\n# below\nfeatures: []\n",
			"apis:\n  - " + shopAPI + " # ours\n  - " + cartAPI + "\n\n# below\nfeatures: []\n"},
		{"below a mapping in lines", addCart, "apis:\n- group: shop.example.com\n  version: v1\n  kind: Shop # ours\n  # and ours\n# theirs\n",
			"apis:\n- group: shop.example.com\n  version: v1\n  kind: Shop # ours\n  # and ours\n- " + cartAPI + "\n# theirs\n"},
		{"below a dash of its own line", addCart, "apis:\n   -\n      group: shop.example.com\n      version: v1\n      kind: Shop\n",
			"apis:\n   -\n      group: shop.example.com\n      version: v1\n      kind: Shop\n   - " + cartAPI + "\n"},
		{"into a flow", addCart, "apis: [" + shopAPI + "] # ours\n", "apis: [" + shopAPI + ", " + cartAPI + "] # ours\n"},
		{"into a flow of lines", addCart, "apis: [\n  " + shopAPI + ",\n]\n", "apis: [\n  " + shopAPI + ", " + cartAPI + ",\n]\n"},
		{"into brackets", addCart, "apis: []\n", "apis:\n  - " + cartAPI + "\n"},
		{"into brackets with a comment", addCart, "apis: [] # none\n", "apis: [" + cartAPI + "] # none\n"},
		{"into nothing", addCart, "apis: # none\nfeatures: []\n", "apis: # none\n  - " + cartAPI + "\nfeatures: []\n"},
		{"the first controller", addBackup, "apis: [" + shopAPI + "]\n",
			"apis: [" + shopAPI + "]\n\ncontrollers:\n  - name: backup\n    for: shop.example.com/v1/Shop\n    owns:\n      - v1/Secret\n" +
				"      - kind: apps/v1/Deployment\n        status: [replicas]\n    preset: standard\n"},
		{"into a flow of controllers", addBackup, "apis: [" + shopAPI + "]\ncontrollers: [{for: shop.example.com/v1/Shop, name: shop}]\n",
			"apis: [" + shopAPI + "]\ncontrollers: [{for: shop.example.com/v1/Shop, name: shop}, {name: backup, for: shop.example.com/v1/Shop, " +
				"owns: [v1/Secret, {kind: apps/v1/Deployment, status: [replicas]}], preset: standard}]\n"},
		{"the first owned kind", addSecret, controller("    preset: standard\n"), controller("    owns:\n      - v1/Secret\n    preset: standard\n")},
		{"a further owned kind", addWorkload, controller("    owns:\n    - v1/Service # ours\n    preset: standard\n"),
			controller("    owns:\n    - v1/Service # ours\n    - kind: apps/v1/Deployment\n      status: [replicas]\n    preset: standard\n")},
		{"an owned kind into a flow", addWorkload, controller("    owns: [v1/Service]\n"),
			controller("    owns: [v1/Service, {kind: apps/v1/Deployment, status: [replicas]}]\n")},
		{"an owned kind into brackets", addSecret, controller("    owns: []\n    preset: standard\n"), controller("    owns:\n      - v1/Secret\n    preset: standard\n")},
		{"the last API goes", removeShop, "apis:\n  - " + shopAPI + "\n", ""},
		{"an API goes", removeShop, "apis:\n  # ours\n  - group: shop.example.com\n    version: v1\n    kind: Shop\n\n  - " + cartAPI + "\n",
			"apis:\n  # ours\n\n  - " + cartAPI + "\n"},
		{"an API goes from a flow", removeShop, "apis: [" + shopAPI + ", " + cartAPI + "]\n", "apis: [" + cartAPI + "]\n"},
		{"the last API goes from a flow", removeShop, "apis: [" + cartAPI + ", " + shopAPI + "]\n", "apis: [" + cartAPI + "]\n"},
		{"the only API goes from a flow", removeShop, "apis: [" + shopAPI + "] # ours\n", "apis: [] # ours\n"},
		{"the last controller goes", removeShopController, "apis: [" + shopAPI + "]\n\ncontrollers:\n  - name: shop\n    for: shop.example.com/v1/Shop\n    owns:\n      - v1/Secret\n# below\n",
			"apis: [" + shopAPI + "]\n# below\n"},
		{"an owned kind goes", removeService, controller("    owns:\n      - kind: v1/Service\n        status: []\n      - v1/Secret\n"), controller("    owns:\n      - v1/Secret\n")},
		{"the last owned kind goes", removeService, controller("    owns:\n      - v1/Service\n    preset: standard\n"), controller("    preset: standard\n")},
	} {
		for _, style := range []struct{ name, lineEnd, before string }{{"LF", "\n", ""}, {"CR LF", "\r\n", ""}, {"BOM", "\n", "\ufeff"}} {
			t.Run(c.name+" "+style.name, func(t *testing.T) {
				text := func(body string) string {
					return style.before + strings.ReplaceAll(unitsHead+body, "\n", style.lineEnd)
				}
				got, err := c.edit([]byte(text(c.before)))
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != text(c.after) {
					t.Errorf("got:\n%s\nwant:\n%s", got, text(c.after))
				}
			})
		}
	}
}

// What the rules refuse, and what cannot be edited, is refused as a whole.
func TestUnitsRefused(t *testing.T) {
	for _, c := range []struct {
		name, before, want string
		edit               func([]byte) ([]byte, error)
	}{
		{"twice", "apis: [" + cartAPI + "]\n", "is there twice", addCart},
		{"for no API", "", "is not one of the project's apis", addBackup},
		{"no project", "nonsense: true\n", "unknown field", addCart},
		{"a controller is for it", "apis: [" + shopAPI + "]\ncontrollers: [{for: shop.example.com/v1/Shop}]\n", "is not one of the project's apis", removeShop},
		{"a flow of lines", "apis: [\n  " + shopAPI + "\n]\n", "too unusual", removeShop},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.edit([]byte(unitsHead + c.before))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q and %v, want a fault with %q", got, err, c.want)
			}
		})
	}
}
