#compdef handsight
_handsight() {
  local line files=""
  local -a found
  while IFS= read -r line; do
    if [[ "$line" == :files ]]; then
      files=1
    else
      found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done < <(handsight completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)
  (( $#found )) && _describe handsight found
  [[ -n "$files" ]] && _files
}
compdef _handsight handsight
