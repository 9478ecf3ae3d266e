package render

// Provisions are the owned kinds that the steps of a controller make, which is all but the plan.
func (c *Controller) Provisions() (list []*Owned) {
	for _, o := range c.Owns {
		if !c.builds(o.Kind.Kind) {
			list = append(list, o)
		}
	}
	return list
}
