import type { Section } from '../../define-command.ts'
import type { CommandText } from '../../help/describe-commands.ts'
import type { FlagText } from '../../help/flag-text.ts'
import { isFamily, listEntries } from '../../help/list-entries.ts'
import { GENERAL_FLAGS } from '../../help/show-help.ts'
import { policies } from '@canonist/core'
import { EXPORT_COLUMNS } from '@canonist/server/internal/export/export-columns'
import { FRONTIER_REASONS } from '@canonist/crawl/internal/frontier/reasons'
import { TOKEN_ROLES } from '@canonist/server/internal/http/tokens'
import { SHELLS } from './command.ts'

/** A word that can be completed, with its description. */
export interface Word {
  readonly word: string
  readonly text: string
}

/** What a script completes. */
export interface Completed {
  readonly sections: readonly Section[]
  readonly commands: readonly CommandText[]
}

/** The first words of commands. */
export function listFirstWords({ sections, commands }: Completed): Word[] {
  const entries = [...listEntries(sections)].map(([word, entry]) => ({
    word,
    text: isFamily(entry) ? entry.summary : findSummary(commands, word),
  }))
  return [...entries, { word: 'help', text: 'Show the help of a command' }]
}

/** The second words, by the first. */
export function listSecondWords({ sections, commands }: Completed): [word: string, below: readonly Word[]][] {
  return [...listEntries(sections)].flatMap(([word, entry]): [string, readonly Word[]][] =>
    isFamily(entry)
      ? [
          [
            word,
            Object.keys(entry.commands).map((each) => ({ word: each, text: findSummary(commands, `${word} ${each}`) })),
          ],
        ]
      : [],
  )
}

const findSummary = (commands: readonly CommandText[], name: string): string =>
  commands.find((each) => each.name === name)?.help.summary ?? ''

/** A flag with all its spellings; `--[no-]x` has two. */
export type SpelledFlag = FlagText & { readonly spellings: readonly string[] }

export function listFlags({ flags }: CommandText): SpelledFlag[] {
  return [...flags, ...GENERAL_FLAGS].map(spellOut)
}

function spellOut(flag: FlagText): SpelledFlag {
  const choices = flag.choices.length > 0 ? flag.choices : listKnownWords(flag.value)
  return { ...flag, choices, spellings: spellFlag(flag) }
}

/** The words that are known of the arguments of a command. */
export function listArgumentWords(command: CommandText): readonly string[] {
  return [...new Set(command.arguments.flatMap(listKnownWords))]
}

/** Whether an argument of the command may be a file, too. */
export const takesFiles = (command: CommandText): boolean =>
  command.arguments.some((name) => !FIXED_ARGUMENTS.has(name))

const FIXED_ARGUMENTS: ReadonlySet<string> = new Set(['SHELL', 'WHAT', 'ROLE', 'NAME'])

function spellFlag({ long, short }: FlagText): string[] {
  return [...spell(long), ...(short === null ? [] : [short])]
}

function spell(long: string): string[] {
  return long.includes('[no-]') ? [long.replace('[no-]', ''), long.replace('[no-]', 'no-')] : [long]
}

/** Whether a value may be the name of a file. */
export const takesFile = ({ value }: FlagText): boolean => /file|folder|dir/.test(value ?? '')

const POLICIES = Object.keys(policies)

/** The values that can be completed although a flag or an argument also takes others, by the name that help gives to the value. */
const KNOWN_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['name|file', POLICIES],
  ['NAME|FILE', POLICIES],
  ['OLD', POLICIES],
  ['NEW', POLICIES],
  ['WHAT', Object.keys(EXPORT_COLUMNS)],
  ['PRIORITY', ['P0', 'P1', 'P2', 'policy']],
  ['SHELL', SHELLS],
  ['ROLE', TOKEN_ROLES],
  ['reason', Object.keys(FRONTIER_REASONS)],
])

const listKnownWords = (value: string | null): readonly string[] => KNOWN_WORDS.get(value ?? '') ?? []
