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

/** For ~/.config/fish/completions/canonist.fish. */
export function createFishScript(completed: Completed): string {
  const { commands } = completed
  const lines = [
    ...listFirstWords(completed).map((word) => offerWord('__canonist_is ""', word)),
    ...listSecondWords(completed).flatMap(([first, below]) =>
      below.map((word) => offerWord(`__canonist_is "${first}"`, word)),
    ),
    ...commands.flatMap((command) => listLines(command, commands)),
  ]
  return `# canonist completion fish
# Whether the words so far, without flags, are exactly these.
function __canonist_is
    set -l words (commandline -opc)[2..-1]
    test "$words[1]" = help; and set -e words[1]
    test "$words" = "$argv[1]"
end
# Whether the command is this one.
function __canonist_in
    set -l words (commandline -opc)[2..-1]
    test "$words[1]" = help; and set -e words[1]
    set -l count (count (string split ' ' -- $argv[1]))
    test (count $words) -ge $count; and test "$words[1..$count]" = "$argv[1]"
end
${lines.join('\n')}
`
}

const offerWord = (condition: string, { word, text }: Word): string =>
  `complete -c canonist -n ${quote(condition)} -f -a ${quote(word)} -d ${quote(text)}`

function listLines(command: CommandText, commands: readonly CommandText[]): string[] {
  // `serve` is a command, and so is `serve token`.
  const below = commands.filter(({ name }) => name.startsWith(`${command.name} `))
  const condition = quote(
    [`__canonist_in "${command.name}"`, ...below.map(({ name }) => `not __canonist_in "${name}"`)].join('; and '),
  )
  const flags = listFlags(command).flatMap((flag) => {
    const spellings = flag.spellings.map((spelling) =>
      spelling.startsWith('--') ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`,
    )
    // `--x` and `--no-x` are two flags, `--format` and `-f` are one.
    const forms = flag.long.includes('[no-]') ? spellings : [spellings.join(' ')]
    return forms.map((form) => `complete -c canonist -n ${condition} ${form}${showValue(flag)} -d ${quote(flag.text)}`)
  })
  const known = listArgumentWords(command)
  if (known.length === 0) return flags
  const files = takesFiles(command) ? '' : ' -f'
  return [...flags, `complete -c canonist -n ${condition}${files} -a ${quote(known.join(' '))}`]
}

function showValue(flag: SpelledFlag): string {
  if (flag.value === null) return ''
  if (flag.choices.length > 0) return `${takesFile(flag) ? ' -r -F' : ' -x'} -a ${quote(flag.choices.join(' '))}`
  return takesFile(flag) ? ' -r -F' : ' -x'
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
