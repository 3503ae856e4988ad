package ports

import "strings"

const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+="

// Quoted makes one word for a POSIX shell of any text.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, plainCharacters) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Command makes one line for a POSIX shell of words.
func Command(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quoted(word)
	}
	return strings.Join(quoted, " ")
}
