package spec

import "strings"

// Parse reads a project file. All its faults come back as one error, in the
// order of the file, each a *Fault; filename is only used in them. The result
// is complete: what the file leaves open is filled as Resolve does it.
func Parse(filename string, data []byte) (*Project, error) {
	p, d, err := decode(filename, data)
	if err != nil {
		return nil, err
	}
	p.Resolve()
	if d.check(p); len(d.faults) > 0 {
		return nil, join(d.faults)
	}
	return p, nil
}

// decode reads what the file says and no more. It fails if no project can be
// made out; lesser faults are left with the decoder.
func decode(filename string, data []byte) (*Project, *decoder, error) {
	root, fault := parseTree(data)
	if fault != nil {
		fault.File = filename
		return nil, nil, fault
	}
	d := newDecoder(filename)
	d.places[""] = start(root)
	p := &Project{}
	d.project(root, p)
	if f := d.wrongFile(p); f != nil {
		return nil, nil, f
	}
	return p, d, nil
}

// wrongFile refuses a file of another kind with one sentence, where a list of
// unknown fields would bury it.
func (d *decoder) wrongFile(p *Project) *Fault {
	var f *Fault
	path := "apiVersion"
	switch {
	case p.APIVersion == "":
		f = faultf("not a project file: it has no apiVersion").hint("begin it with apiVersion: %s", APIVersion)
	case p.APIVersion != APIVersion && strings.HasPrefix(p.APIVersion, "opwright.dev/"):
		f = faultf("apiVersion %s is not known to this version of opwright, which reads %s", p.APIVersion, APIVersion)
	case p.APIVersion != APIVersion:
		f = faultf("not a project file: its apiVersion is %s", p.APIVersion).hint("a project file begins with apiVersion: %s", APIVersion)
	case p.Kind != ProjectKind:
		path = "kind"
		f = faultf("not a project file: its kind is %q", p.Kind).hint("write kind: %s", ProjectKind)
	default:
		return nil
	}
	at := d.at(path)
	f.File, f.Line, f.Column = d.file, at.line, at.column
	return f
}

// at finds where a value stood; one that is not there stood in its parent.
func (d *decoder) at(path string) place {
	for {
		if p, ok := d.places[path]; ok || path == "" {
			return p
		}
		path = parent(path)
	}
}

func parent(path string) string { return path[:max(strings.LastIndexAny(path, ".["), 0)] }
