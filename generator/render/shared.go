package render

// First is the first controller of the kind in opwright.yaml, whatever version it is for. Its conditions have the
// plain names.
func (c *Controller) First() *Controller { return c.API.kindControllers()[0] }

// ConditionPrefix begins the names of the conditions of a further controller of a kind; it is empty for the first one.
func (c *Controller) ConditionPrefix() string {
	if c.First() == c {
		return ""
	}
	return c.GoName
}
