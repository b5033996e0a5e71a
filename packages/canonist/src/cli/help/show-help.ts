import type { CanonistCommand, Family, Section } from '../define-command.ts'
import type { Paint } from '../output/paint.ts'
import { networkFlags } from '../flags/network.ts'
import { describeFlags, showLabel, toKebab, type FlagText } from './flag-text.ts'
import { isFamily } from './list-entries.ts'
import { findColumn, layOutRows, wrap, wrapCommand, type Row } from './wrap.ts'

export interface HelpOptions {
  readonly width: number
  readonly paint: Paint
}

/** Flags of every command. */
export const GENERAL_FLAGS: readonly FlagText[] = [
  {
    long: '--config',
    short: null,
    value: 'file',
    choices: [],
    text: 'Configuration file (default: $CANONIST_CONFIG, else ./canonist.yaml)',
  },
  { long: '--help', short: '-h', value: null, choices: [], text: 'Show this help' },
]

/** The help of one command. */
export function showCommandHelp(name: string, command: CanonistCommand, options: HelpOptions): string {
  const { summary, usage, details, examples } = command.help
  const own = describeFlags(command).filter(({ long }) => !NETWORK.has(long))
  const network = describeFlags(command).filter(({ long }) => NETWORK.has(long))
  const lists = {
    Arguments: describeArguments(command),
    Options: [...own, ...GENERAL_FLAGS].map(toRow),
    'Network options': network.map(toRow),
  }
  const column = findColumn(Object.values(lists).flat())
  return joinLines([
    ...usage.flatMap((line, index) => showUsage(index, `canonist ${name} [options] ${line}`.trimEnd(), options)),
    ...[`${summary}.`, ...details].flatMap((text) => [''].concat(wrap(text, options.width))),
    ...Object.entries(lists).flatMap(([title, rows]) =>
      rows.length === 0 ? [] : ['', heading(title, options)].concat(layOutRows(rows, options.width, column)),
    ),
    '',
    heading('Examples', options),
    ...examples.flatMap((line) => wrapCommand(line, options.width - 2).map((part) => `  ${part}`)),
  ])
}

/** The further lines of a long usage are indented, so that they do not look like another one. */
function showUsage(index: number, usage: string, { width }: HelpOptions): string[] {
  const label = index === 0 ? 'Usage: ' : '       '
  const [first = '', ...rest] = wrap(usage, width - label.length - INDENT)
  return [`${label}${first}`, ...rest.map((line) => `${' '.repeat(label.length + INDENT)}${line}`)]
}

const INDENT = 2

const NETWORK: ReadonlySet<string> = new Set(Object.keys(networkFlags).map((name) => `--${toKebab(name)}`))

/** `-q, --quiet`; a flag without a short form keeps its place. */
function toRow(flag: FlagText): Row {
  return [`${flag.short === null ? '   ' : `${flag.short},`} ${showLabel(flag)}`, flag.text]
}

function describeArguments({ parameters: { positional } }: CanonistCommand): Row[] {
  if (positional === undefined) return []
  const all = positional.kind === 'array' ? [positional.parameter] : positional.parameters
  return all.map((each) => [each.placeholder ?? 'ARGUMENT', each.brief])
}

/** The help of a word with commands of its own, such as `frontier`. */
export async function showFamilyHelp(name: string, family: Family, options: HelpOptions): Promise<string> {
  const rows: Row[] = []
  for (const [word, load] of Object.entries(family.commands)) rows.push([word, (await load()).help.summary])
  return joinLines([
    `Usage: canonist ${name} <command> [options]`,
    '',
    `${family.summary}.`,
    '',
    heading('Commands', options),
    ...layOutRows(rows, options.width),
    '',
    ...wrap(`Run canonist ${name} <command> --help for the options of a command, with examples.`, options.width),
  ])
}

/** `help` is not in the catalogue: it shows the help of other commands. */
const HELP_ROW: Row = ['help', 'Show the help of a command']

/** The help of the program: every command once, in groups. */
export async function showRootHelp(all: readonly Section[], options: HelpOptions): Promise<string> {
  const sections: { readonly title: string; readonly rows: readonly Row[] }[] = []
  for (const { title, commands } of all) {
    const rows: Row[] = []
    for (const [name, entry] of Object.entries(commands))
      rows.push([name, isFamily(entry) ? summarizeFamily(entry) : (await entry()).help.summary])
    sections.push({ title, rows: sections.length === all.length - 1 ? [...rows, HELP_ROW] : rows })
  }
  const column = findColumn(sections.flatMap(({ rows }) => rows))
  return joinLines([
    'Usage: canonist <command> [options] [arguments]',
    '',
    ...wrap('Find out whether two URLs are the same page, and why.', options.width),
    ...sections.flatMap(({ title, rows }) =>
      ['', heading(title, options)].concat(layOutRows(rows, options.width, column)),
    ),
    '',
    heading('General options', options),
    ...layOutRows(
      [...GENERAL_FLAGS, { long: '--version', short: null, value: null, choices: [], text: 'Print the version' }].map(
        toRow,
      ),
      options.width,
    ),
    '',
    ...wrap(
      'Run canonist help <command> for the options of a command, with examples. The examples use the folder examples/ of the repository.',
      options.width,
    ),
    '',
    ...wrap(
      'Exit codes: 0 done; 1 done, with findings or rejected inputs; 2 wrong usage or configuration; 3 could not run.',
      options.width,
    ),
  ])
}

const summarizeFamily = ({ summary, itself, commands }: Family): string =>
  itself === undefined ? `${summary}: ${Object.keys(commands).join(', ')}` : summary

const heading = (title: string, { paint }: HelpOptions): string => paint('bold', `${title}:`)

const joinLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`
