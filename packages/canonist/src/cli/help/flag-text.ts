import type { CanonistCommand } from '../define-command.ts'

export type Flag = NonNullable<CanonistCommand['parameters']['flags']>[string]

/** A flag as people read about it, in help, the man page and the reference. */
export interface FlagText {
  /** As it is typed: `--host-delay`. */
  readonly long: string
  /** `-q`, or null. */
  readonly short: string | null
  /** The value's name, or its choices: `duration`, `text|jsonl`; null for a switch. */
  readonly value: string | null
  /** The choices of a flag that has them. */
  readonly choices: readonly string[]
  /** What it does, with its choices and its default. */
  readonly text: string
}

/** Longer choices are listed in the description instead of the label. */
const MAX_CHOICES_LENGTH = 16

export function describeFlags({ parameters }: CanonistCommand): FlagText[] {
  const shorts = new Map(Object.entries(parameters.aliases ?? {}).map(([short, name]) => [name, `-${short}`]))
  return Object.entries(parameters.flags ?? {}).map(([name, flag]) =>
    describeFlag(name, flag, shorts.get(name) ?? null),
  )
}

function describeFlag(name: string, flag: Flag, short: string | null): FlagText {
  const choices = flag.kind === 'enum' ? flag.values : []
  const hasLongChoices = choices.join('|').length > MAX_CHOICES_LENGTH
  const value = flag.kind === 'boolean' || flag.kind === 'counter' ? null : nameValue(name, flag, hasLongChoices)
  const isNegatable = flag.kind === 'boolean' && flag.withNegated !== false
  return {
    long: `--${isNegatable ? '[no-]' : ''}${toKebab(name)}`,
    short,
    value,
    choices,
    text: `${hasLongChoices ? addChoices(flag.brief, choices) : flag.brief}${describeDefault(flag)}`,
  }
}

function nameValue(name: string, flag: Flag, hasLongChoices: boolean): string {
  if (flag.kind === 'enum' && !hasLongChoices) return flag.values.join('|')
  return flag.placeholder?.toLowerCase() ?? toKebab(name).split('-').at(-1) ?? 'value'
}

/** After the first clause, and before a default that the flag describes in its own words. */
function addChoices(brief: string, choices: readonly string[]): string {
  const [, what = brief, rest = ''] = /^(.*?)((?:;| \(default: ).*)?$/s.exec(brief) ?? []
  return `${what}: ${listWords(choices)}${rest}`
}

function describeDefault(flag: Flag): string {
  if (flag.kind !== 'parsed' && flag.kind !== 'enum') return ''
  return flag.default === undefined ? '' : ` (default: ${String(flag.default)})`
}

/** `a, b or c` */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** `hostDelay` is typed `host-delay`. */
export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `--host-delay <duration>` */
export function showLabel({ long, value }: FlagText): string {
  return value === null ? long : `${long} <${value}>`
}
