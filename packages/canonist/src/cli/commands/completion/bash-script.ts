import type { CommandText } from '../../help/describe-commands.ts'
import { listArgumentWords, listFirstWords, listFlags, listSecondWords, takesFile, type Completed } from './words.ts'

/** Completes commands, flags, and the known values of flags and arguments. Bash itself completes everything else as a file. */
export function createBashScript(completed: Completed): string {
  const { commands } = completed
  const families = listSecondWords(completed)
  return `# canonist completion bash
_canonist() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} at=2
  # Bash cuts words at "="; with --flag=value the value is completed.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if [[ $name == help && $COMP_CWORD -gt 1 ]]; then name=\${COMP_WORDS[2]}; at=3; fi
  if [[ $COMP_CWORD -lt $at ]]; then
    COMPREPLY=($(compgen -W "${join(listFirstWords(completed).map(({ word }) => word))} --help --version" -- "$cur"))
    return
  fi
  case "$name" in
${families.map(([word]) => `    ${word}) if [[ $COMP_CWORD -eq $at && $cur != -* ]]; then ${offerSecond(families, word)}; return; fi; [[ \${COMP_WORDS[at]} == -* ]] || name="$name \${COMP_WORDS[at]}" ;;`).join('\n')}
  esac
  case "$name" in
${commands.map(completeCommand).join('\n')}
  esac
}
complete -o bashdefault -o default -F _canonist canonist
`
}

const join = (words: readonly string[]): string => words.join(' ')

function offerSecond(families: ReturnType<typeof listSecondWords>, word: string): string {
  const below = families.find(([each]) => each === word)?.[1] ?? []
  return `COMPREPLY=($(compgen -W "${join(below.map((each) => each.word))}" -- "$cur"))`
}

function completeCommand(command: CommandText): string {
  const flags = listFlags(command)
  const choosing = flags.filter(({ choices }) => choices.length > 0)
  const filing = flags.filter((flag) => flag.choices.length === 0 && takesFile(flag))
  const others = flags.filter((flag) => flag.value !== null && flag.choices.length === 0 && !takesFile(flag))
  const lines = [
    ...choosing.map(
      ({ spellings, choices }) =>
        `        ${spellings.join('|')}) COMPREPLY=($(compgen -W "${join(choices)}" -- "$cur")); return ;;`,
    ),
    ...(filing.length === 0
      ? []
      : [
          `        ${filing.flatMap((flag) => flag.spellings).join('|')}) COMPREPLY=($(compgen -f -- "$cur")); return ;;`,
        ]),
    // Other values cannot be completed, not even as file names.
    ...(others.length === 0
      ? []
      : [
          `        ${others.flatMap((flag) => flag.spellings).join('|')}) compopt +o default +o bashdefault; return ;;`,
        ]),
  ]
  const known = listArgumentWords(command)
  const words = known.length === 0 ? '' : `\n      COMPREPLY=($(compgen -W "${join(known)}" -- "$cur"))`
  return `    "${command.name}")
      case "$prev" in
${lines.join('\n')}
      esac${words}
      [[ $cur == -* ]] && COMPREPLY=($(compgen -W "${join(flags.flatMap((flag) => flag.spellings))}" -- "$cur")) ;;`
}
