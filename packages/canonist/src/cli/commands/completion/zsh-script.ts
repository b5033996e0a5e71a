import type { CommandText } from '../../help/describe-commands.ts'
import { SHELLS } from './shells.ts'
import {
  listFirstWords,
  listFlags,
  listSecondWords,
  takesFile,
  type Completed,
  type SpelledFlag,
  type Word,
} from './words.ts'

/** For a file called `_canonist` in a folder of `$fpath`; also works with `source`. */
export function createZshScript(completed: Completed): string {
  const { commands } = completed
  return `#compdef canonist
# canonist completion zsh
_canonist() {
  local name=$words[2] at=3
  if [[ $name == help && $CURRENT -gt 2 ]]; then name=$words[3]; at=4; fi
  if (( CURRENT < at )); then
    local -a first=(${describe(listFirstWords(completed))})
    _describe command first
    return
  fi
  case $name in
${listSecondWords(completed)
  .map(
    ([word, below]) => `    ${word})
      if (( CURRENT == at )); then
        local -a second=(${describe(below)})
        _describe command second
        return
      fi
      name="$name $words[at]"; (( at++ )) ;;`,
  )
  .join('\n')}
  esac
  # _arguments must only see the words after the name of the command.
  words=(canonist "\${(@)words[at,-1]}")
  (( CURRENT -= at - 2 ))
  case $name in
${commands.map((command) => `    "${command.name}") _arguments -s -S ${listSpecs(command).join(' ')} ;;`).join('\n')}
  esac
}
if [[ $funcstack[1] == _canonist ]]; then _canonist "$@"; else compdef _canonist canonist; fi
`
}

const describe = (words: readonly Word[]): string =>
  words.map(({ word, text }) => quote(`${word}:${text.replaceAll(':', '\\:')}`)).join(' ')

/** https://zsh.sourceforge.io/Doc/Release/Completion-System.html, _arguments */
function listSpecs(command: CommandText): string[] {
  const flags = listFlags(command).flatMap((flag) =>
    flag.spellings.map((spelling) => {
      const text = flag.text.replaceAll(/[[\]:]/g, String.raw`\$&`)
      return quote(`*${spelling}${showValue(spelling, flag)}`.replace('TEXT', () => text))
    }),
  )
  const rest = command.name === 'completion' ? `*:shell:(${SHELLS.join(' ')})` : '*:file:_files'
  return [...flags, quote(rest)]
}

function showValue(spelling: string, flag: SpelledFlag): string {
  if (flag.value === null) return '[TEXT]'
  // -f takes its value in the same word or in the next one, --format also after "=".
  const join = spelling.startsWith('--') ? '=' : '+'
  const name = (flag.value ?? '').replaceAll(':', ' ')
  const action = flag.choices.length > 0 ? `(${flag.choices.join(' ')})` : takesFile(flag) ? '_files' : ' '
  return `${join}[TEXT]:${name}:${action}`
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
