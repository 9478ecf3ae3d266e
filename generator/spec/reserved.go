package spec

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// reservedDirs are folder names that the go command, or Windows, gives a
// meaning of its own; as package names, main and init cannot be imported and
// files of package documentation are left out of a build.
const reservedDirs = "internal vendor testdata main init documentation con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9"

// templateNames are identifiers that generated code uses where a variable
// named after a kind would shadow them.
const templateNames = "api apierrors applier apply apps batch builder cache cfg children client cmp config context controller controllerutil core ctrl ctx desired envtest equality err errors event events fake fields fmt found gomega group groups handler healthz items k8sclient key known labels left live log logger manager math meta metav1 metrics mgr name namespace network now object opts os owner pair parent plan pods policy predicate ptr queue reconcile reconciler recorder ref remote renewal replicas reports req request require res resource result rule rules runtime schema scheme secret selector selfsigned setuplog source spec status steps strings summary sync target template testenv testing time totals tuning types utilruntime wait webhook why workqueue"

// isPredeclared says whether a word is a keyword of Go or a predeclared name.
// The latter compile as package names and variables, and break later code.
func isPredeclared(word string) bool {
	return token.IsKeyword(word) || types.Universe.Lookup(word) != nil
}

func isReservedDir(dir string) bool {
	return isPredeclared(dir) || isWord(reservedDirs, dir)
}

func isReservedVar(name string) bool {
	return len(name) == 1 || isPredeclared(name) || isWord(templateNames, strings.ToLower(name))
}

func isWord(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// scaffoldDeclares are the names, besides those that follow from a kind, that
// generated code declares in every API package.
func scaffoldDeclares() []string {
	return []string{"AddToScheme", "GroupVersion", "SchemeBuilder", "SchemeGroupVersion"}
}

// kindSuffixes end the names of the types that belong to a kind.
func kindSuffixes() []string { return []string{"List", "Spec", "Status"} }
