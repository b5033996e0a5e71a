import type { CanonistCommand } from '../define-command.ts'

/** The arguments after the name of a command, ready for the framework; or what is wrong with them. */
export type ReadArguments =
  | {
      readonly ok: true
      readonly args: readonly string[]
      /** The flags that the user gave, by their names in the code. */
      readonly given: ReadonlySet<string>
      readonly wantsHelp: boolean
      /** The value of `--config`. */
      readonly config: string | null
    }
  | { readonly ok: false; readonly unknown: string }
  | { readonly ok: false; readonly incomplete: string }

type Parameters = CanonistCommand['parameters']

/**
 * Reads the flags that the framework cannot. It would take `-j2` and an unknown `-0` for file names; here the first becomes
 * `-j=2`, and the second is an error. `--help` and `--config` belong to every command and are removed here.
 */
export function readArguments(parameters: Parameters, args: readonly string[]): ReadArguments {
  const read: string[] = []
  const given = new Set<string>()
  let [wantsHelp, config]: [boolean, string | null] = [false, null]
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      read.push(...args.slice(at))
      break
    }
    const words = readWord(arg, parameters)
    if (words === null) return { ok: false, unknown: arg }
    for (const { text, flag } of words) {
      // The framework would take `--output=` for a file name.
      if (flag?.isValued === true && flag.value === '') return { ok: false, incomplete: text.slice(0, -1) }
      if (flag?.name === 'help') wantsHelp = true
      if (flag?.name === 'config') {
        const value = flag.value ?? args[(at += 1)]
        if (value === undefined) return { ok: false, incomplete: '--config' }
        config = value
      }
      if (flag === null || !GENERAL.has(flag.name)) read.push(text)
      if (flag === null || GENERAL.has(flag.name)) continue
      given.add(flag.name)
      // The next argument is this flag's value, even if it looks like a flag.
      if (flag.isValued && flag.value === null && at + 1 < args.length) read.push(args[(at += 1)] ?? '')
    }
  }
  return { ok: true, args: read, given, wantsHelp, config }
}

const GENERAL: ReadonlySet<string> = new Set(['help', 'config'])

interface ReadFlag {
  readonly name: string
  readonly isValued: boolean
  /** Null where the value, if there is one, is the next argument. */
  readonly value: string | null
}

/** A part of one argument; `flag` is null if it is not a flag. */
interface Word {
  readonly text: string
  readonly flag: ReadFlag | null
}

/** The parts of one argument, or null if it looks like a flag that the command does not have. */
function readWord(arg: string, parameters: Parameters): Word[] | null {
  if (!/^-./s.test(arg)) return [{ text: arg, flag: null }]
  return arg.startsWith('--') ? readLong(arg, parameters) : readShort(arg, parameters)
}

function readLong(arg: string, { flags = {} }: Parameters): Word[] | null {
  const [, typed = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
  const name = toCamel(typed)
  if (GENERAL.has(name)) return [{ text: arg, flag: { name, isValued: name === 'config', value: value ?? null } }]
  if (Object.hasOwn(flags, name))
    return [{ text: arg, flag: { name, isValued: isValued(flags[name]), value: value ?? null } }]
  const positive = toCamel(typed.replace(/^no-/, ''))
  const negated = typed.startsWith('no-') && Object.hasOwn(flags, positive) ? flags[positive] : undefined
  if (negated?.kind !== 'boolean' || negated.withNegated === false) return null
  return [{ text: arg, flag: { name: positive, isValued: false, value: null } }]
}

/** `-qpdedupe` is `-q -p=dedupe`. */
function readShort(arg: string, { flags = {}, aliases = {} }: Parameters): Word[] | null {
  const names: Readonly<Record<string, string | undefined>> = { ...aliases, h: 'help' }
  const words: Word[] = []
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg.charAt(at)
    const name = Object.hasOwn(names, letter) ? names[letter] : undefined
    if (name === undefined) return null
    const rest = arg.slice(at + 1).replace(/^=/, '')
    const hasValue = isValued(flags[name])
    if (hasValue && rest !== '')
      return [...words, { text: `-${letter}=${rest}`, flag: { name, isValued: true, value: rest } }]
    words.push({ text: `-${letter}`, flag: { name, isValued: hasValue, value: null } })
  }
  return words
}

function isValued(flag: NonNullable<Parameters['flags']>[string] | undefined): boolean {
  return flag?.kind === 'parsed' || flag?.kind === 'enum'
}

const toCamel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
