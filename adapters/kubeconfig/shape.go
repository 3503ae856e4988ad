package kubeconfig

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// A rule says what a value must be. Its error names the path and the kind found, never the value: it may be a secret.
type rule func(path string, v any) error

// The fields that kubectl knows, with the types it insists on, in any entry of a file. Unknown fields pass.
var (
	extensions = named("extension", anything)
	cluster    = object(map[string]rule{
		"server": text, "tls-server-name": text, "insecure-skip-tls-verify": boolean, "proxy-url": text,
		"certificate-authority": text, "certificate-authority-data": encoded, "disable-compression": boolean,
		"extensions": extensions,
	})
	user = object(map[string]rule{
		"client-certificate": text, "client-certificate-data": encoded, "client-key": text, "client-key-data": encoded,
		"token": text, "tokenFile": text, "username": text, "password": text,
		"as": text, "as-uid": text, "as-groups": list(text), "as-user-extra": mapping(list(text)),
		"auth-provider": object(map[string]rule{"name": text, "config": mapping(text)}),
		"exec": object(map[string]rule{
			"command": text, "args": list(text), "apiVersion": text, "installHint": text, "interactiveMode": text,
			"provideClusterInfo": boolean, "env": list(object(map[string]rule{"name": text, "value": text})),
		}),
		"extensions": extensions,
	})
	contextRule = object(map[string]rule{"cluster": text, "user": text, "namespace": text, "extensions": extensions})
	document    = object(map[string]rule{
		"kind": text, "apiVersion": text, "current-context": text, "extensions": extensions,
		"preferences": object(map[string]rule{"colors": boolean, "extensions": extensions}),
		"clusters":    named("cluster", cluster), "users": named("user", user), "contexts": named("context", contextRule),
	})
)

// checkRoot refuses a file that kubectl could not decode, and one that is something else than a kubeconfig.
func checkRoot(file string, root map[string]any) error {
	if root == nil {
		return nil
	}
	if err := document("", root); err != nil {
		return problem(problems.KubeconfigFields, say.Textf("%s: %v", called(file), err), say.Textf("correct it, or fetch the kubeconfig again"))
	}
	if kind := textAt(root, "kind"); kind != "" && kind != "Config" {
		return problem(problems.NotAKubeconfig, say.Textf("%s is a %s, not a kubeconfig (kind: Config)", called(file), plain(kind)), say.Textf("name the right file"))
	}
	if version := textAt(root, "apiVersion"); version != "" && version != "v1" {
		return problem(problems.NotAKubeconfig, say.Textf("%s has apiVersion %s, which kubectl does not read", called(file), plain(version)), say.Textf("a kubeconfig has apiVersion: v1"))
	}
	return nil
}

func anything(string, any) error { return nil }

func text(path string, v any) error {
	if _, ok := v.(string); ok || v == nil {
		return nil
	}
	return say.Errorf("%s must be text, and is %s (put it in quotes)", path, describe(v))
}

func boolean(path string, v any) error {
	if _, ok := v.(bool); ok || v == nil {
		return nil
	}
	return say.Errorf("%s must be true or false, and is %s", path, describe(v))
}

func encoded(path string, v any) error {
	s, ok := v.(string)
	if v == nil {
		return nil
	}
	if _, err := base64.StdEncoding.DecodeString(s); !ok || err != nil {
		return say.Errorf("%s is not valid base64", path)
	}
	return nil
}

func object(fields map[string]rule) rule {
	return func(path string, v any) error {
		m, ok := v.(map[string]any)
		if v != nil && !ok {
			return say.Errorf("%s must be a map, and is %s", path, describe(v))
		}
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			if err := fields[key](under(path, key), m[key]); err != nil {
				return err
			}
		}
		return nil
	}
}

func mapping(value rule) rule {
	return func(path string, v any) error {
		m, ok := v.(map[string]any)
		if v != nil && !ok {
			return say.Errorf("%s must be a map, and is %s", path, describe(v))
		}
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if err := value(under(path, key), m[key]); err != nil {
				return err
			}
		}
		return nil
	}
}

func list(item rule) rule {
	return func(path string, v any) error {
		items, ok := v.([]any)
		if v != nil && !ok {
			return say.Errorf("%s must be a list, and is %s", path, describe(v))
		}
		for i, one := range items {
			if err := item(fmt.Sprintf("%s[%d]", path, i), one); err != nil {
				return err
			}
		}
		return nil
	}
}

// named is a list of {name, <key>}: kubectl refuses a file in which two have one name.
func named(key string, value rule) rule {
	each := list(object(map[string]rule{"name": text, key: value}))
	return func(path string, v any) error {
		if err := each(path, v); err != nil {
			return err
		}
		seen := map[string]bool{}
		items, _ := v.([]any)
		for _, item := range items {
			fields, _ := item.(map[string]any)
			name := textAt(fields, "name")
			if seen[name] {
				return say.Errorf("%s %q is defined twice, and kubectl refuses that (keep one)", key, name)
			}
			seen[name] = true
		}
		return nil
	}
}

func under(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func describe(v any) say.Text {
	switch v.(type) {
	case nil:
		return say.Textf("empty")
	case string:
		return say.Textf("text")
	case bool:
		return say.Textf("true or false")
	case json.Number:
		return say.Textf("a number")
	case []any:
		return say.Textf("a list")
	}
	return say.Textf("a map")
}

// textAt gives a text field, or "" when it is absent or null. checkRoot has refused other types.
func textAt(fields map[string]any, key string) string {
	s, _ := fields[key].(string)
	return s
}

func mapAt(fields map[string]any, key string) map[string]any {
	m, _ := fields[key].(map[string]any)
	return m
}

func isTrue(fields map[string]any, key string) bool {
	b, _ := fields[key].(bool)
	return b
}
