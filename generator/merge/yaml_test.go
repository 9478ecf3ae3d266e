package merge

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// yamlCases have a base, ours, theirs and want each; a want that is left out is a merge that gives up.
const yamlCases = `
-- map: both add an entry at the same place/values.yaml/base --
# Values of the chart.
image: a
-- ours --
# Values of the chart.
image: a
mine: 1 # my own
-- theirs --
# Values of the chart.
image: a

# How many.
replicas: 2
-- want --
# Values of the chart.
image: a

# How many.
replicas: 2
mine: 1 # my own
-- map: one value each, side by side/values.yaml/base --
a: 1
b: 1
-- ours --
a: 2 # mine
b: 1
-- theirs --
a: 1
b: 2
-- want --
a: 2 # mine
b: 2
-- map: nested, comments on both sides/values.yaml/base --
limits:
  cpu: 1
  memory: 1Gi
-- ours --
limits:
  # Mine.
  cpu: 2
  memory: 1Gi
-- theirs --
limits:
  cpu: 1
  # Measured.
  memory: 2Gi
-- want --
limits:
  # Mine.
  cpu: 2
  # Measured.
  memory: 2Gi
-- map: the same value in two ways/values.yaml/base --
a: 1
-- ours --
a: 2
-- theirs --
a: 3
-- map: edited here, dropped there/values.yaml/base --
a: 1
b: 1
c: 1
-- ours --
a: 1
b: 2
c: 1
-- theirs --
a: 1
c: 2
-- map: dropped here, edited elsewhere there/values.yaml/base --
a: 1
b: 1
-- ours --
a: 1
-- theirs --
a: 2
b: 1
-- want --
a: 2
-- map: both give one key another name/values.yaml/base --
a: 1
b: 1
-- ours --
mine: 1
b: 1
-- theirs --
new: 1
b: 1
-- map: other indentation/values.yaml/base --
a:
  b: 1
-- ours --
a:
    b: 1
    mine: 2
-- theirs --
a:
  b: 1
  new:
    c: 1
-- want --
a:
    b: 1
    new:
      c: 1
    mine: 2
-- map: anchors/values.yaml/base --
a: &x 1
b: *x
-- ours --
a: &x 1
b: *x
c: 1
-- theirs --
a: &x 1
b: *x
d: 1
-- map: a literal is one value/values.yaml/base --
a: |
  # not a comment
  one
b: 1
-- ours --
a: |
  # not a comment
  one
  two
b: 1
-- theirs --
a: |
  # not a comment
  one
b: 2
-- want --
a: |
  # not a comment
  one
  two
b: 2
-- list: not a set/values.yaml/base --
args:
  - a
-- ours --
args:
  - a
  - b
-- theirs --
args:
  - a
  - c
-- kustomization/config/default/kustomization.yaml/base --
namePrefix: shop-
resources:
  - ../crd
  - ../manager

components: []
-- ours --
namePrefix: mine-
resources:
  - ../manager
  # My own.
  - ../mine
components: []
patches:
  - path: mine.yaml
-- theirs --
namePrefix: shop-
resources:
  - ../crd
  - ../manager
  - metrics_service.yaml

components: []
labels:
  - pairs:
      a: b
-- want --
namePrefix: mine-
resources:
  - ../manager
  - metrics_service.yaml
  # My own.
  - ../mine
components: []
labels:
  - pairs:
      a: b
patches:
  - path: mine.yaml
-- kustomization: list without indentation/kustomization.yaml/base --
resources:
- a.yaml
-- ours --
resources:
- a.yaml
- mine.yaml
-- theirs --
resources:
  - a.yaml
  - new.yaml
-- want --
resources:
- a.yaml
- new.yaml
- mine.yaml
-- kustomization: both replace a resource/kustomization.yaml/base --
resources:
  - a.yaml
-- ours --
resources:
  - mine.yaml
-- theirs --
resources:
  - new.yaml
-- kustomization: images are known by name/kustomization.yaml/base --
images:
  - name: controller
    newTag: v1
  - name: other
    newTag: v1
-- ours --
images:
  - name: controller
    newName: registry.example.com/shop
    newTag: v1
  - name: other
    newTag: v1
-- theirs --
images:
  - name: controller
    newTag: v2
  - name: other
    newTag: v2
-- want --
images:
  - name: controller
    newName: registry.example.com/shop
    newTag: v2
  - name: other
    newTag: v2
-- rbac/config/rbac/admin.yaml/base --
kind: ClusterRole
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs:
      - get
      - list
-- ours --
kind: ClusterRole
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs:
      - get
      - list
      - delete
  - apiGroups: [mine]
    resources: [things]
    verbs: [get]
-- theirs --
kind: ClusterRole
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs:
      - get
      - watch
  - apiGroups: [""]
    resources: [secrets]
    verbs: [get]
-- want --
kind: ClusterRole
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs:
      - get
      - watch
      - delete
  - apiGroups: [""]
    resources: [secrets]
    verbs: [get]
  - apiGroups: [mine]
    resources: [things]
    verbs: [get]
-- rules of another kind are no set/alerts.yaml/base --
kind: PrometheusRule
rules:
  - alert: a
-- ours --
kind: PrometheusRule
rules:
  - alert: a
  - alert: mine
-- theirs --
kind: PrometheusRule
rules:
  - alert: a
  - alert: new
-- pod: volumes and environment/manager.yaml/base --
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: manager
          image: a
          env:
            - name: A
              value: a
-- ours --
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: manager
          image: a
          env:
            - name: A
              value: a
            - name: MINE
              value: b
        - name: sidecar
          image: b
-- theirs --
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: manager
          image: a
          env:
            - name: A
              value: a
            - name: NEW
              value: c
          volumeMounts:
            - mountPath: /tmp
              name: tmp
      volumes:
        - name: tmp
-- want --
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: manager
          image: a
          env:
            - name: A
              value: a
            - name: NEW
              value: c
            - name: MINE
              value: b
          volumeMounts:
            - mountPath: /tmp
              name: tmp
        - name: sidecar
          image: b
      volumes:
        - name: tmp
-- documents/all.yaml/base --
---
kind: A
metadata:
  name: a
spec: 1
---
kind: B
metadata:
  name: b
-- ours --
---
kind: A
metadata:
  name: a
spec: 2
---
kind: B
metadata:
  name: b
---
kind: Mine
metadata:
  name: mine
-- theirs --
---
kind: A
metadata:
  name: a
spec: 1
more: 1
---
kind: B
metadata:
  name: b
---
kind: New
metadata:
  name: new
-- want --
---
kind: A
metadata:
  name: a
spec: 2
more: 1
---
kind: B
metadata:
  name: b
---
kind: New
metadata:
  name: new
---
kind: Mine
metadata:
  name: mine
-- template of YAML/chart/templates/x.yaml/base --
a: "{{ .Values.a }}"
-- ours --
a: "{{ .Values.a }}"
b: 1
-- theirs --
a: "{{ .Values.a }}"
c: 1
-- cannot be read/values.yaml/base --
a: 1
-- ours --
a: [
-- theirs --
a: 2
`

func TestMergeYAML(t *testing.T) {
	files := txtar.Parse([]byte(yamlCases)).Files
	for len(files) > 0 {
		title := strings.TrimSuffix(files[0].Name, "/base")
		what, name, _ := strings.Cut(title, "/")
		base, ours, theirs := files[0].Data, files[1].Data, files[2].Data
		files = files[3:]
		want, ok := "", len(files) > 0 && files[0].Name == "want"
		if ok {
			want, files = string(files[0].Data), files[1:]
		}
		t.Run(what, func(t *testing.T) {
			got, merged := mergeYAML(name, base, ours, theirs)
			if string(got) != want || merged != ok {
				t.Errorf("got (%v)\n%s\nwant (%v)\n%s", merged, got, ok, want)
			}
			for _, side := range [][]byte{ours, theirs} {
				if got, _ := mergeYAML(name, base, base, side); ok && string(got) != string(side) {
					t.Errorf("with no edit of ours, got\n%s\nwant\n%s", got, side)
				}
				if got, _ := mergeYAML(name, base, side, base); ok && string(got) != string(side) {
					t.Errorf("with no edit of theirs, got\n%s\nwant\n%s", got, side)
				}
			}
		})
	}
}
