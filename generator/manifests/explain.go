package manifests

import "regexp"

// explanation replaces a message of controller-tools by one that says what is allowed instead.
type explanation struct {
	message *regexp.Regexp
	text    string
}

// explanations are tried in order.
func explanations() []explanation {
	return []explanation{
		{regexp.MustCompile(`^found float`), "floats are refused, as languages differ in them: use resource.Quantity, a scaled integer " +
			"or a string, or describe the field yourself with +kubebuilder:validation:Schemaless and +kubebuilder:validation:Type=number"},
		{regexp.MustCompile(`^invalid field type: (any|interface.*)$`), "type $1 is not allowed in an API: use apiextensionsv1.JSON or runtime.RawExtension"},
		{regexp.MustCompile(`interface type is not supported`), "an interface (any) is not allowed in an API: use apiextensionsv1.JSON or runtime.RawExtension"},
		{regexp.MustCompile(`^inline struct types|non-top-level struct|map value type: \*ast\.StructType|invalid type: struct`),
			"a struct without a name is not allowed in an API: declare a type for it"},
		{regexp.MustCompile(`AST kind \*ast\.FuncType|^invalid field type: func`), "a function is not allowed in an API: take the field out"},
		{regexp.MustCompile(`AST kind \*ast\.ChanType|^invalid field type: chan`), "a channel is not allowed in an API: take the field out"},
		{regexp.MustCompile(`AST kind \*ast\.Index`), "a generic type is not allowed in an API: declare a type of its own for each use"},
		{regexp.MustCompile(`^invalid field type: \[`), "an array of fixed length is not allowed in an API: use a slice, with +kubebuilder:validation:MinItems and MaxItems"},
		{regexp.MustCompile(`^unsupported type "(.*)"$`), "type $1 is not allowed in an API: use an integer, a string or resource.Quantity"},
		{regexp.MustCompile(`^unsupported type \*types\.\w+ for identifier (\w+)$`), "$1 is an alias that cannot be described: make it a defined type (type $1 …, without =)"},
		{regexp.MustCompile(`^invalid map value type: (\w+)$`), "the values of a map are an alias of $1, which cannot be copied: use $1 itself, or make it a defined type"},
		{regexp.MustCompile(`^CRD for (.*) has no storage version$`), "the CRD of $1 has no storage version: mark one version +kubebuilder:storageversion"},
		{regexp.MustCompile(`^encountered struct field "(\w*)" without JSON tag in type "(\w+)"$`), `field $1 of $2 has no json tag: add one (json:"-" leaves the field out)`},
	}
}

// explain says in a line what the owner can do.
func explain(message string) string {
	for _, e := range explanations() {
		if match := e.message.FindStringSubmatchIndex(message); match != nil {
			return string(e.message.ExpandString(nil, e.text, message, match))
		}
	}
	return message
}
