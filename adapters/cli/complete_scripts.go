package cli

// scripts are the shells' own halves of completion. Each hands nestor the words before the cursor as they are, without an
// eval, and the word under it only when it is a flag.
var scripts = map[string]string{
	"bash": `# bash completion for nestor
_nestor() {
  local cur="${COMP_WORDS[COMP_CWORD]}" asked=() IFS=$'\n'
  [[ $cur == -* ]] && asked=("$cur")
  COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]/#\~/$HOME}" "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${asked[@]}" --generate-bash-completion 2>/dev/null </dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _nestor nestor
`,
	"zsh": `#compdef nestor
_nestor() {
  local cur="${words[CURRENT]}"
  local -a asked found
  [[ $cur == -* ]] && asked=("$cur")
  found=("${(@f)$("${words[1]/#\~/$HOME}" "${(@)words[2,CURRENT-1]}" "${asked[@]}" --generate-bash-completion 2>/dev/null </dev/null)}")
  found=("${(@)found:#}")
  if (( $#found )); then
    compadd -- "${found[@]}"
  else
    _files
  fi
}
compdef _nestor nestor
`,
	"fish": `# fish completion for nestor
function __nestor_complete
    set -l asked (commandline -opc)
    set -l cur (commandline -ct)
    string match -q -- '-*' $cur; and set -a asked $cur
    command $asked --generate-bash-completion 2>/dev/null </dev/null
end
complete -c nestor -a '(__nestor_complete)'
`,
}
