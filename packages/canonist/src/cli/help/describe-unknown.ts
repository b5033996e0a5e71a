import type { CanonistCommand, Section } from '../define-command.ts'
import { suggestWords } from '../../text/nearest.ts'
import { toPrintable } from '../../text/printable.ts'
import { toKebab } from './flag-text.ts'
import { isFamily, listEntries } from './list-entries.ts'

/** The message for a word that is not a command. */
export function describeUnknownCommand(sections: readonly Section[], word: string, family: string | null): string {
  const entries = listEntries(sections)
  const entry = family === null ? undefined : entries.get(family)
  const known = entry !== undefined && isFamily(entry) ? Object.keys(entry.commands) : [...entries.keys(), 'help']
  const before = family === null ? '' : `${family} `
  const meant = suggestWords(word, known).map((name) => `${before}${name}`)
  // `canonist list` may be one of several commands.
  const below = family === null ? findBelow(sections, word) : []
  const all = below.length > 0 ? below : meant
  const hint = all.length === 0 ? '' : `Did you mean ${all.join(' or ')}? `
  return `${before}${toPrintable(word)} is not a command. ${hint}Run canonist ${before}--help to list the commands.`
}

/** The commands of families that have this word. */
function findBelow(sections: readonly Section[], word: string): string[] {
  return [...listEntries(sections)].flatMap(([name, entry]) =>
    isFamily(entry) && Object.hasOwn(entry.commands, word) ? [`${name} ${word}`] : [],
  )
}

/** The message for an argument that looks like a flag but is not one of this command. */
export function describeUnknownFlag(arg: string, name: string, { parameters }: CanonistCommand): string {
  const shown = toPrintable(arg)
  const help = `Run canonist ${name} --help to list its flags.`
  if (!arg.startsWith('--')) return `${shown} is not a flag of ${name}. ${help} If it is a file, write ./${shown}`
  const typed = /^--(?:no-)?([^=]*)/s.exec(arg)?.[1] ?? ''
  const known = [...Object.keys(parameters.flags ?? {}).map(toKebab), 'config', 'help']
  const meant = suggestWords(typed, known).map((word) => `--${word}`)
  const hint = meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `
  return `${toPrintable(arg.replace(/=.*/s, ''))} is not a flag of ${name}. ${hint}${help}`
}
