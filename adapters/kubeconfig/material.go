package kubeconfig

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// inline gives the bytes of a certificate or key, from its data or its file, and leaves only the data in the fields.
// It gives nil when neither is set. Both together are refused, as kubectl does.
func inline(e entry, fields map[string]any, fileKey, dataKey string) ([]byte, error) {
	path := textAt(fields, fileKey)
	content, err := base64.StdEncoding.DecodeString(textAt(fields, dataKey))
	delete(fields, fileKey)
	delete(fields, dataKey)
	switch {
	case err != nil:
		return nil, problem(problems.BadCredentials, say.Textf("%s is not valid base64", dataKey), say.Textf("fetch the kubeconfig again"))
	case path == "" && len(content) == 0:
		return nil, nil
	case path != "" && len(content) > 0:
		return nil, problem(problems.BadCredentials, say.Textf("%s and %s are both set, and kubectl refuses that", fileKey, dataKey), say.Textf("leave one of the two"))
	case path != "":
		if content, err = readReferenced(e, fileKey, path); err != nil {
			return nil, err
		}
	}
	fields[dataKey] = base64.StdEncoding.EncodeToString(content)
	return content, nil
}

// readReferenced reads a file that an entry names. It is never fs.ErrNotExist: the kubeconfig itself is there.
func readReferenced(e entry, key, path string) ([]byte, error) {
	path, err := absolute(e, path)
	if err != nil {
		return nil, err
	}
	content, err := readSmall(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, problem(problems.ReferencedFile, say.Textf("%s names %s, which is not there", key, path), say.Textf("restore it, or fetch the kubeconfig again"))
	case err != nil:
		return nil, say.Errorf("%s: %w", key, err)
	case len(content) == 0:
		return nil, problem(problems.ReferencedFile, say.Textf("%s names %s, which is empty", key, path), say.Textf("restore it, or fetch the kubeconfig again"))
	}
	return content, nil
}

// absolute resolves a path against the folder of the file that defines the entry. Links are not followed, as in kubectl.
func absolute(e entry, path string) (string, error) {
	if path == "" || filepath.IsAbs(path) {
		return path, nil
	}
	base, err := filepath.Abs(filepath.Dir(e.file))
	if err != nil {
		return "", &say.Problem{Code: problems.KubeconfigUnreadable, What: say.Textf("the folder of %s is unknown", e.file), Why: err, Do: say.Textf("name the kubeconfig by its absolute path")}
	}
	return filepath.Join(base, path), nil
}

// certificatesIn gives the DER of the certificates that kubectl would take from PEM: it skips other blocks and broken ones.
func certificatesIn(content []byte) [][]byte {
	var found [][]byte
	for {
		var block *pem.Block
		if block, content = pem.Decode(content); block == nil {
			return found
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) > 0 {
			continue
		}
		if _, err := x509.ParseCertificate(block.Bytes); err == nil {
			found = append(found, block.Bytes)
		}
	}
}

func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}
