package render

// TuningFiles says what each file of the tuning package is about that only some presets use.
func (p *Project) TuningFiles() []string {
	about := featureWords()
	var lines []string
	for _, feature := range features() {
		if p.Uses(feature) {
			lines = append(lines, feature+".go: "+about[feature])
		}
	}
	return lines
}

func featureWords() map[string]string {
	return map[string]string{
		"backoff":    "polls that find nothing new come less often",
		"batch":      "calls are collected, and go out together",
		"breaker":    "calls to what all objects depend on pause while it is down",
		"busy":       "objects on their way are visited more often",
		"calls":      "a budget keeps calls to the outside within their quota",
		"coalesce":   "many events of children make one pass over their parent",
		"deadline":   "a time that an object holds says when there is work",
		"edits":      "what was edited while no operator ran passes the initial list",
		"priorities": "retries and the periodic sync have places in the queue of their own",
		"rest":       "the periodic sync leaves out objects of which nothing has changed",
		"shared":     "several controllers of one kind have conditions of their own",
		"watched":    "which changes of other objects count",
	}
}
