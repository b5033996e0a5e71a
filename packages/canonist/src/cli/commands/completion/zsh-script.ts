import type { CommandText } from '../../help/describe-commands.ts'
import {
  listArgumentWords,
  listFirstWords,
  listFlags,
  listSecondWords,
  takesFile,
  takesFiles,
  type Completed,
  type SpelledFlag,
  type Word,
} from './words.ts'

/** For a file called `_canonist` in a folder of `$fpath`; also works with `source`. */
export function createZshScript(completed: Completed): string {
  const { commands } = completed
  return `#compdef canonist
# canonist completion zsh
_canonist_words_or_files() {
  _alternative "words:word:($*)" 'files:file:_files'
}
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
      if [[ $words[at] != -* ]]; then
        if (( CURRENT == at )); then
          local -a second=(${describe(below)})
          _describe command second
          return
        fi
        name="$name $words[at]"; (( at++ ))
      fi ;;`,
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
  const known = listArgumentWords(command)
  return [...flags, quote(`*:argument:${offer(known, known.length === 0 || takesFiles(command))}`)]
}

function showValue(spelling: string, flag: SpelledFlag): string {
  if (flag.value === null) return '[TEXT]'
  // -f takes its value in the same word or in the next one, --format also after "=".
  const join = spelling.startsWith('--') ? '=' : '+'
  const name = (flag.value ?? '').replaceAll(':', ' ')
  return `${join}[TEXT]:${name}:${offer(flag.choices, takesFile(flag)) || ' '}`
}

/** Offers words, files, or both. Before a function, a space keeps _arguments from adding options of its own to the words. */
function offer(words: readonly string[], hasFiles: boolean): string {
  if (words.length === 0) return hasFiles ? '_files' : ''
  return hasFiles ? ` _canonist_words_or_files ${words.join(' ')}` : `(${words.join(' ')})`
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
