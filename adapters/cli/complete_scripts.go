package cli

// scripts are the shells' own halves of completion, and kubectl's for its plugin. Each hands nestor the words before the
// cursor as they are, without an eval, and the word under it only when it is a flag.
var scripts = map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript, "kubectl": kubectlScript}

// bash parts words at each =, so a flag and its value are put together again; what is there already is not offered twice.
const bashScript = `# bash completion for nestor
_nestor() {
  local words=() n=0 word cur asked=() typed=
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((n)) && [[ $word == = && ${words[n-1]} == --* || ${words[n-1]} == --*= ]]; then
      words[n-1]+=$word
    else
      words[n++]=$word
    fi
  done
  ((n)) && cur=${words[n-1]}
  [[ $cur == -* ]] && asked=("$cur")
  [[ $cur == --*=* && $COMP_WORDBREAKS == *=* ]] && typed=${cur%%=*}=
  COMPREPLY=()
  while IFS= read -r word; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("${word#"$typed"}")
  done < <("${COMP_WORDS[0]/#\~/$HOME}" "${words[@]:0:n-1}" "${asked[@]}" --generate-bash-completion 2>/dev/null </dev/null)
}
complete -o bashdefault -o default -F _nestor nestor
`

// zsh reads the script with source, or finds it as _nestor in its fpath: then it is the function's own body, called once.
const zshScript = `#compdef nestor
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
if [[ ${funcstack[1]} == _nestor ]]; then
  _nestor "$@"
else
  compdef _nestor nestor
fi
`

const fishScript = `# fish completion for nestor
function __nestor_complete
    set -l asked (commandline -opc)
    set -l cur (commandline -ct)
    string match -q -- '-*' $cur; and set -a asked $cur
    set -l found (command $asked --generate-bash-completion 2>/dev/null </dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path $cur
    end
end
complete -c nestor -f -a '(__nestor_complete)'
`

// kubectl runs a program of this name in PATH for the words behind its plugin's, and reads names, then :4 for "these alone"
// or :0 for "else files".
const kubectlScript = `#!/bin/sh
# kubectl_complete-nestor: put it into PATH beside kubectl-nestor, and kubectl completes "kubectl nestor".
left=$#
typed=
for word do
  shift
  left=$((left - 1))
  if [ "$left" -gt 0 ]; then set -- "$@" "$word"; else typed=$word; fi
done
case $typed in -*) set -- "$@" "$typed" ;; esac
found=$(kubectl-nestor "$@" --generate-bash-completion 2>/dev/null </dev/null)
if [ -n "$found" ]; then
  printf '%s\n:4\n' "$found"
else
  echo :0
fi
`
