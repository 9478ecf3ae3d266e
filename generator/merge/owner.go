package merge

import (
	"path"
	"slices"
	"strings"
)

// ownerNames are the files that a repository usually has before an operator is
// put into it. They tell people about the project; none is needed to build it.
var ownerNames = []string{
	"AGENTS", "AUTHORS", "CHANGELOG", "CODEOWNERS", "CODE_OF_CONDUCT", "CONTRIBUTING",
	"COPYING", "LICENCE", "LICENSE", "NOTICE", "README", "SECURITY",
}

// ownerFiles are settings of editors and linters that a team brings along.
var ownerFiles = []string{".editorconfig", ".gitattributes", ".golangci.yml", ".golangci.yaml"}

// ownersAtInit tells whether a file that is there before init stays the owner's
// without a question.
func ownersAtInit(name string) bool {
	if strings.HasPrefix(name, ".github/") || slices.Contains(ownerFiles, name) {
		return true
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return !strings.Contains(name, "/") && slices.Contains(ownerNames, strings.ToUpper(stem))
}
