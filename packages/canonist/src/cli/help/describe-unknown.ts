import type { CanonistCommand, Family, Section } from '../define-command.ts'
import { readArguments } from '../flags/read-arguments.ts'
import { joinWithOr, suggestWords } from '@canonist/core/internal/text/nearest'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { toKebab } from './flag-text.ts'
import { isFamily, listEntries } from './list-entries.ts'
import { showCommandLine } from './show-command-line.ts'

/** What other programs call our commands. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ls: 'list',
  status: 'stats',
  version: '--version',
  lint: 'validate',
  crawl: 'work',
  search: 'find',
  lookup: 'find',
  uniq: 'dedupe',
  ingest: 'add',
}

/**
 * The message for a word that is not a command.
 *
 * @param args the whole command line, to show how it is right
 */
export function describeUnknownCommand(
  sections: readonly Section[],
  { word, family }: { readonly word: string; readonly family: string | null },
  args: readonly string[],
): string {
  const before = family === null ? '' : `${family} `
  const problem = `${before}${toPrintable(word)} is not a command.`
  const meant = listMeant(sections, word, family)
  const [only] = meant
  if (only === undefined) return `${problem} Run canonist ${before}--help to list the commands.`
  if (meant.length > 1) return `${problem} Did you mean ${joinWithOr(meant.map((name) => `${before}${name}`))}?`
  const at = args.indexOf(word, family === null ? 0 : args.indexOf(family) + 1)
  return `${problem} Did you mean: ${showCommandLine([...args.slice(0, at), ...only.split(' '), ...args.slice(at + 1)])}`
}

/** The words that the user may have meant. */
function listMeant(sections: readonly Section[], word: string, family: string | null): string[] {
  const entries = listEntries(sections)
  const entry = family === null ? undefined : entries.get(family)
  const known = entry !== undefined && isFamily(entry) ? Object.keys(entry.commands) : [...entries.keys(), 'help']
  const other = Object.hasOwn(OTHER_NAMES, word) ? (OTHER_NAMES[word] ?? word) : word
  if (known.includes(other) || (family === null && other.startsWith('--'))) return [other]
  // `canonist list` may be one of several commands.
  const below = family === null ? findBelow(sections, other) : []
  return below.length > 0 ? below : suggestWords(word, known)
}

/** The commands of families that have this word. */
function findBelow(sections: readonly Section[], word: string): string[] {
  return [...listEntries(sections)].flatMap(([name, entry]) =>
    isFamily(entry) && Object.hasOwn(entry.commands, word) ? [`${name} ${word}`] : [],
  )
}

/** The message for a flag before the command: `canonist --db x find URL`. */
export function describeEarlyFlag(sections: readonly Section[], args: readonly string[]): string {
  const [flag = ''] = args
  if (flag === '-V') return describeNeed(flag, ['--version'])
  const entries = listEntries(sections)
  const at = args.findIndex((arg) => entries.has(arg))
  const entry = entries.get(args[at] ?? '')
  if (entry === undefined) return `${describeNeed(flag)} Run canonist --help to list the commands.`
  const words = isFamily(entry) && Object.hasOwn(entry.commands, args[at + 1] ?? '') ? 2 : 1
  return describeNeed(flag, [...args.slice(at, at + words), ...args.slice(0, at), ...args.slice(at + words)])
}

/** The same for a flag after a word that needs another one: `canonist review --db x`. */
export async function describeFlagOfFamily(name: string, family: Family, rest: readonly string[]): Promise<string> {
  const [flag = ''] = rest
  // What people ask for most.
  const names = Object.keys(family.commands).toSorted((a, b) => Number(b === 'list') - Number(a === 'list'))
  for (const each of names) {
    const command = await family.commands[each]?.()
    if (command !== undefined && readArguments(command.parameters, rest).ok)
      return describeNeed(flag, [name, each, ...rest])
  }
  return `${describeNeed(flag)} Run canonist ${name} --help to list the commands.`
}

function describeNeed(flag: string, corrected?: readonly string[]): string {
  const problem = `${toPrintable(flag)} needs a command before it.`
  return corrected === undefined ? problem : `${problem} Did you mean: ${showCommandLine(corrected)}`
}

/**
 * The message for an argument that looks like a flag but is not one of this command.
 *
 * @param args the whole command line, to show how it is right
 */
export function describeUnknownFlag(
  arg: string,
  name: string,
  { parameters }: CanonistCommand,
  args: readonly string[],
): string {
  const shown = toPrintable(arg)
  const help = `Run canonist ${name} --help to list its flags.`
  const corrected = correctFormat(arg, parameters.flags ?? {}, args)
  const problem = `${toPrintable(arg.replace(/=.*/s, ''))} is not a flag of ${name}.`
  if (corrected !== null) return `${problem} Did you mean: ${showCommandLine(corrected)}`
  if (!arg.startsWith('--')) return `${shown} is not a flag of ${name}. ${help} If it is a file, write ./${shown}`
  const typed = /^--(?:no-)?([^=]*)/s.exec(arg)?.[1] ?? ''
  const known = [...Object.keys(parameters.flags ?? {}).map(toKebab), 'config', 'help']
  const meant = suggestWords(typed, known).map((word) => `--${word}`)
  return `${problem} ${meant.length === 0 ? help : `Did you mean ${joinWithOr(meant)}?`}`
}

type Flags = NonNullable<CanonistCommand['parameters']['flags']>

/** `--json` is `--format json` in commands with several formats, and the other way round in those with one. */
function correctFormat(arg: string, { format, json }: Flags, args: readonly string[]): string[] | null {
  const at = args.indexOf(arg)
  const [before, after] = [args.slice(0, at), args.slice(at + 1)]
  const wanted = arg.replace(/^--/, '')
  const formats: readonly string[] = format?.kind === 'enum' ? format.values : []
  const found = [wanted, `${wanted}l`].find((value) => formats.includes(value))
  if (arg.startsWith('--') && found !== undefined) return [...before, '--format', found, ...after]
  const [, joined] = /^(?:-f=?|--format(?:=|$))(.*)$/s.exec(arg) ?? []
  if (json === undefined || joined === undefined) return null
  return /^jsonl?$/.test(joined || (after.shift() ?? '')) ? [...before, '--json', ...after] : null
}
