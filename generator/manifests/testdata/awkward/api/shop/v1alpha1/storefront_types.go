package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"example.com/awkward/api/common"
)

// Text is an alias of a basic type.
type Text = string

// CommonRef is an alias of a type in another package.
type CommonRef = common.Ref

// Selector is an alias of a type that has its own deepcopy code.
type Selector = metav1.LabelSelector

// Phase is an enumeration.
// +kubebuilder:validation:Enum=Pending;Running;Failed
type Phase string

// Labels is a defined map.
type Labels map[string]string

// Numbers is a defined slice.
// +kubebuilder:validation:MaxItems=10
type Numbers []int64

// Rates maps a name to numbers.
type Rates map[string][]int32

// Port is a named integer.
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
type Port int32

// Choice takes exactly one of its members.
// +kubebuilder:validation:ExactlyOneOf=left;right
type Choice struct {
	// +optional
	Left *string `json:"left,omitempty"`
	// +optional
	Right *int32 `json:"right,omitempty"`
}

// StorefrontSpec is what the user wants.
//
// It has a second paragraph, a list and code:
//
//   - one
//   - two
//
// +kubebuilder:validation:XValidation:rule="!has(self.minimum) || self.minimum <= self.maximum",message="minimum must not exceed maximum"
type StorefrontSpec struct {
	common.Limits `json:",inline"`

	// Image is what runs.
	// +kubebuilder:validation:Pattern=`^[a-z]{2,}[a-z0-9./:-]*$`
	// +kubebuilder:validation:MaxLength=200
	Image string `json:"image"`
	// Title has an alias for a type.
	// +optional
	Title Text `json:"title,omitempty"`
	// +optional
	Minimum *int32 `json:"minimum,omitempty"`
	// +kubebuilder:default=9
	Maximum int32 `json:"maximum,omitempty"`
	// Template has an embedded ObjectMeta.
	// +optional
	Template *corev1.PodTemplateSpec `json:"template,omitempty"`
	// Claims have one too.
	// +optional
	Claims []corev1.PersistentVolumeClaim `json:"claims,omitempty"`
	// +optional
	Meta metav1.ObjectMeta `json:"meta,omitempty"`
	// +optional
	Memory *resource.Quantity `json:"memory,omitempty"`
	// +optional
	Target intstr.IntOrString `json:"target,omitempty"`
	// +optional
	Ref CommonRef `json:"ref,omitempty"`
	// +optional
	Refs []common.Ref `json:"refs,omitempty"`
	// +optional
	ByName map[string]common.Ref `json:"byName,omitempty"`
	// +optional
	Deep map[string]map[string][]string `json:"deep,omitempty"`
	// +optional
	Labels Labels `json:"labels,omitempty"`
	// +optional
	Numbers Numbers `json:"numbers,omitempty"`
	// +optional
	Rates Rates `json:"rates,omitempty"`
	// +kubebuilder:default=8080
	Port Port `json:"port,omitempty"`
	// +optional
	Choice *Choice `json:"choice,omitempty"`
	// +optional
	Raw *runtime.RawExtension `json:"raw,omitempty"`
	// +optional
	JSON *apiextensionsv1.JSON `json:"json,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +optional
	Schema *apiextensionsv1.JSONSchemaProps `json:"schema,omitempty"`
	// +optional
	Secret []byte `json:"secret,omitempty"`
	// +optional
	Interval *metav1.Duration `json:"interval,omitempty"`
	// +optional
	Since *metav1.Time `json:"since,omitempty"`
	// +optional
	Matrix [][]string `json:"matrix,omitempty"`
	// +optional
	Pointers []*Keyed `json:"pointers,omitempty"`
	// +listType=map
	// +listMapKey=name
	// +optional
	Keyed []Keyed `json:"keyed,omitempty"`
	// +kubebuilder:validation:MaxItems=5
	// +kubebuilder:validation:items:MaxLength=20
	// +kubebuilder:validation:items:XValidation:rule="self != ''",message="not empty"
	// +optional
	Words []string `json:"words,omitempty"`
	// +optional
	Selector *Selector `json:"selector,omitempty"`
	// +optional
	Selectors []Selector `json:"selectors,omitempty"`
	// Ignored never reaches the cluster.
	Ignored int `json:"-"`
}

// Keyed is an item of a list with a key.
type Keyed struct {
	Name string `json:"name"`
	// +kubebuilder:validation:Type=number
	// +kubebuilder:validation:Schemaless
	// +optional
	Free apiextensionsv1.JSON `json:"free,omitempty"`
}

// StorefrontStatus is what was seen.
type StorefrontStatus struct {
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// +optional
	Phase Phase `json:"phase,omitempty"`
	// +optional
	Selector string `json:"selector,omitempty"`
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.maximum,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:resource:path=storefronts,shortName=sf;store,categories=all
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
// +kubebuilder:deprecatedversion:warning="use v1beta1"

// Storefront is a shop.
type Storefront struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   StorefrontSpec   `json:"spec,omitempty"`
	Status StorefrontStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// StorefrontList is a list of Storefronts.
type StorefrontList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Storefront `json:"items"`
}
