// Package render turns a resolved project into the file tree that opwright maintains.
//
// Templates are grouped in layers, a folder each below templates/. A layer is rendered for every subject
// it is about: the project, an API group and version, an API or a controller. The path of a template is
// the path of its output; tokens such as {kind} are filled from the subject, the suffix .tmpl marks a
// merged file and .once.tmpl one that is its owner's after the first time. Go output is formatted, never
// completed: a missing import fails here.
package render
