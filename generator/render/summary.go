package render

// summaryWork folds many Pods into one object.
func summaryWork() work { return work{} }
