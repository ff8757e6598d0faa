_handsight() {
  local line stem word
  local -a words
  read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
  [[ "${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]] && words+=("")
  word="${words[${#words[@]}-1]}"
  stem="${word%"${word##*[:=]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == :files ]]; then
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${word#"$stem"}")
      compopt -o filenames 2> /dev/null
    else
      line="${line%%$'\t'*}"
      COMPREPLY+=("${line#"$stem"}")
    fi
  done < <("$1" completion words -- "${words[@]:1}" 2> /dev/null)
}
complete -F _handsight handsight
