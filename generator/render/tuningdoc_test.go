package render

import (
	"os"
	"path/filepath"
	"testing"
)

func TestEveryFeatureOfTheTuningPackageIsExplained(t *testing.T) {
	words := featureWords()
	for _, feature := range features() {
		if words[feature] == "" {
			t.Errorf("no words for %s", feature)
		}
		file := filepath.Join("..", "..", "templates", "tuning", feature, "internal", "tuning", feature+".go.tmpl")
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}
