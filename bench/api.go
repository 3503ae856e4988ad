package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// object is any Kubernetes object.
type object = map[string]any

// api writes to the benchmark's own API server. kubectl would need a process for each status.
type api struct {
	client *http.Client
	server string
}

// workers is how many requests are under way at once: the API server shares the machine.
const workers = 8

var serverLine = regexp.MustCompile(`(?m)^\s*server: (https://\S+)$`)

// newAPI takes the administrator's certificate out of a folder that up.sh filled.
func newAPI(controlPlane string) (*api, error) {
	config, err := os.ReadFile(filepath.Join(controlPlane, "admin.config"))
	if err != nil {
		return nil, err
	}
	server := serverLine.FindSubmatch(config)
	if server == nil {
		return nil, errors.New("admin.config names no server")
	}
	pki := filepath.Join(controlPlane, "pki")
	own, err := tls.LoadX509KeyPair(filepath.Join(pki, "admin.crt"), filepath.Join(pki, "admin.key"))
	if err != nil {
		return nil, err
	}
	ca, err := os.ReadFile(filepath.Join(pki, "ca.crt"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	transport := &http.Transport{MaxIdleConnsPerHost: workers, TLSClientConfig: &tls.Config{Certificates: []tls.Certificate{own}, RootCAs: roots}}
	return &api{client: &http.Client{Transport: transport, Timeout: time.Minute}, server: string(server[1])}, nil
}

func (a *api) do(method, path string, body any) ([]byte, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(context.Background(), method, a.server+path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if method == http.MethodPatch { // server-side apply makes what is not there; JSON is YAML
		request.Header.Set("Content-Type", "application/apply-patch+yaml")
	}
	response, err := a.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s: %.400s", method, path, response.Status, answer)
	}
	return answer, err
}

// apply makes an object what it is given as.
func (a *api) apply(path string, o object) error {
	_, err := a.do(http.MethodPatch, path+"?fieldManager=bench&force=true", o)
	return err
}

// applyWithStatus applies an object, and then its status: the API server drops a status that comes with the object.
func (a *api) applyWithStatus(path string, o object, status object) error {
	if err := a.apply(path, o); err != nil {
		return err
	}
	return a.apply(path+"/status", object{"apiVersion": o["apiVersion"], "kind": o["kind"], "metadata": object{"name": path[strings.LastIndex(path, "/")+1:]}, "status": status})
}

func (a *api) uid() (string, error) {
	answer, err := a.do(http.MethodGet, "/api/v1/namespaces/kube-system", nil)
	if err != nil {
		return "", err
	}
	var found struct{ Metadata struct{ UID string } }
	err = json.Unmarshal(answer, &found)
	return found.Metadata.UID, err
}

// each calls do for every number from first to last, several at once, and gives the first error.
func each(first, last int, do func(i int) error) error {
	numbers := make(chan int)
	failures := make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range numbers {
				if failures[w] == nil {
					failures[w] = do(i)
				}
			}
		})
	}
	for i := first; i <= last; i++ {
		numbers <- i
	}
	close(numbers)
	all.Wait()
	return cmp.Or(failures...)
}
