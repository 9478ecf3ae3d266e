package v1

// WidgetSpec stands here again.
type WidgetSpec struct{}
