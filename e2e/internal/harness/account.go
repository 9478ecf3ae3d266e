package harness

import (
	"context"
	"fmt"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Token asks for a token of a ServiceAccount, the way a kubelet does for a Pod.
func (c *Cluster) Token(ctx context.Context, namespace, account string) (string, error) {
	serviceAccount := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: account}}
	request := &authenticationv1.TokenRequest{}
	if err := c.Client.SubResource("token").Create(ctx, serviceAccount, request); err != nil {
		return "", fmt.Errorf("ask for a token of %s/%s: %w", namespace, account, err)
	}
	return request.Status.Token, nil
}

// AccountKubeconfig writes a kubeconfig that holds nothing but such a token.
func (c *Cluster) AccountKubeconfig(ctx context.Context, namespace, account string) (string, error) {
	token, err := c.Token(ctx, namespace, account)
	if err != nil {
		return "", err
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["e2e"] = &clientcmdapi.Cluster{Server: c.Config.Host, CertificateAuthorityData: c.Config.CAData}
	config.AuthInfos["e2e"] = &clientcmdapi.AuthInfo{Token: token}
	config.Contexts["e2e"] = &clientcmdapi.Context{Cluster: "e2e", AuthInfo: "e2e"}
	config.CurrentContext = "e2e"
	data, err := clientcmd.Write(*config)
	if err != nil {
		return "", fmt.Errorf("write a kubeconfig of %s/%s: %w", namespace, account, err)
	}
	return c.file(namespace+"."+account+".kubeconfig", data)
}

// Allowed asks the API server whether a user may do something.
func (c *Cluster) Allowed(ctx context.Context, spec authorizationv1.SubjectAccessReviewSpec) (bool, error) {
	review := &authorizationv1.SubjectAccessReview{Spec: spec}
	err := c.Client.Create(ctx, review)
	return review.Status.Allowed, err
}
