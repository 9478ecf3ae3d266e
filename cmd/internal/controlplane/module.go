package controlplane

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

var (
	//go:embed module/go.mod.txt
	goMod []byte
	//go:embed module/go.sum.txt
	goSum []byte
)

const kubernetesModule = "k8s.io/kubernetes"

// DefaultVersion is the Kubernetes version that the embedded module builds.
func DefaultVersion() (string, error) {
	file, err := modfile.ParseLax("go.mod.txt", goMod, nil)
	if err != nil {
		return "", err
	}
	for _, r := range file.Require {
		if r.Mod.Path == kubernetesModule {
			return strings.TrimPrefix(r.Mod.Version, "v"), nil
		}
	}
	return "", fmt.Errorf("go.mod.txt: no %s required", kubernetesModule)
}

func writeModule(dir string) error {
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), goMod, 0o644),
		os.WriteFile(filepath.Join(dir, "go.sum"), goSum, 0o644),
	)
}
