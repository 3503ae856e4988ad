package ports

import (
	"fmt"
	"strings"
	"unicode"
)

const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="

// Quoted makes one word for a POSIX shell of any text, and nothing of it steers a terminal that shows it.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, plainCharacters) == "" {
		return word
	}
	if strings.IndexFunc(word, invisible) < 0 || strings.HasSuffix(word, "\n") { // which $(…) would take off
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(word) {
		if c < ' ' || c >= 0x7f || strings.IndexByte(`'\%-`, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf '` + b.String() + `')"`
}

// invisible reports what a terminal obeys instead of showing it.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// GivesRights is the command with which an administrator gives a user the rights to read, with flags for more than a
// preview's. It leads to no kubeconfig of the user who lacks them.
func GivesRights(user string, flags ...string) string {
	flag := "--bind-user"
	if account, is := strings.CutPrefix(user, "system:serviceaccount:"); is {
		flag, user = "--service-account", strings.Replace(account, ":", "/", 1)
	}
	return Command(append(append([]string{"nestor", "rbac"}, flags...), flag, user)...) + " | kubectl apply -f -"
}

// Command makes one line for a POSIX shell of words.
func Command(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quoted(word)
	}
	return strings.Join(quoted, " ")
}
