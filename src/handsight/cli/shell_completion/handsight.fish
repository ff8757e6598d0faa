function __handsight_words
  set -l words (commandline -opc) (commandline -ct)
  for line in (handsight completion words -- $words[2..-1] 2> /dev/null)
    if test "$line" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c handsight -f -a "(__handsight_words)"
