import type { Command, CommandContext, RouteMap } from '@stricli/core'
import { printable } from '../../text/printable.ts'

type Target<Context extends CommandContext> = Command<Context> | RouteMap<Context>

/** Short flags that every command has. */
const HELP = new Set(['h', 'H'])

/** The arguments for the framework, or what is wrong with them. */
export type Expanded =
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly message: string }

/**
 * Rewrites short flags into the spelling that the framework reads: `-j2` becomes `-j=2`, `-qpdedupe` becomes `-q -p=dedupe`.
 * Left to itself the framework takes `-j2` and an unknown `-0` for file names.
 */
export function expandShortFlags<Context extends CommandContext>(
  root: RouteMap<Context>,
  args: readonly string[],
): Expanded {
  const { names, command } = findCommand(root, args)
  if (command === null) return { ok: true, args }
  const expanded = [...names]
  let isValue = false
  for (const [index, arg] of args.entries()) {
    if (index < names.length) continue
    if (arg === '--' && !isValue) return { ok: true, args: [...expanded, ...args.slice(index)] }
    const words: readonly string[] | null = !isValue && /^-[^-]/.test(arg) ? expand(arg, command) : [arg]
    if (words === null) return { ok: false, message: unknownFlag(arg, names.join(' ')) }
    expanded.push(...words)
    isValue = !isValue && wantsValue(words.at(-1) ?? '', command)
  }
  return { ok: true, args: expanded }
}

interface Found<Context extends CommandContext> {
  /** The words that lead to the command: `frontier`, `add`. */
  readonly names: readonly string[]
  readonly command: Command<Context> | null
}

function findCommand<Context extends CommandContext>(root: RouteMap<Context>, args: readonly string[]): Found<Context> {
  let target: Target<Context> | undefined = root
  for (const [index, arg] of args.entries()) {
    target = 'getRoutingTargetForInput' in target ? target.getRoutingTargetForInput(arg) : undefined
    if (target === undefined) break
    if (!('getRoutingTargetForInput' in target)) return { names: args.slice(0, index + 1), command: target }
  }
  return { names: [], command: null }
}

/** The flags of one argument, or `null` where the command does not have one of them. */
function expand<Context extends CommandContext>(arg: string, command: Command<Context>): string[] | null {
  const words: string[] = []
  for (let at = 1; at < arg.length; at += 1) {
    const letter = arg.charAt(at)
    const kind = kindOfShort(letter, command)
    if (kind === null) return null
    const rest = arg.slice(at + 1).replace(/^=/, '')
    if (kind === 'valued' && rest !== '') return [...words, `-${letter}=${rest}`]
    words.push(`-${letter}`)
  }
  return words
}

function unknownFlag(arg: string, name: string): string {
  const shown = printable(arg)
  return `${shown} is not a flag of ${name}; canonist ${name} --help lists its flags, and a file of that name is written ./${shown}`
}

type FlagKind = 'valued' | 'switch'

function kindOfShort<Context extends CommandContext>(
  letter: string,
  { parameters }: Command<Context>,
): FlagKind | null {
  if (HELP.has(letter)) return 'switch'
  const aliases: Readonly<Record<string, string | undefined>> = parameters.aliases ?? {}
  const name = Object.hasOwn(aliases, letter) ? aliases[letter] : undefined
  return name === undefined ? null : kindOf(name, parameters)
}

function kindOf(name: string, { flags = {} }: Command<CommandContext>['parameters']): FlagKind {
  const kind = Object.hasOwn(flags, name) ? flags[name]?.kind : undefined
  return kind === 'parsed' || kind === 'enum' ? 'valued' : 'switch'
}

/** Whether the next argument is the value of this one, whatever it looks like. */
function wantsValue<Context extends CommandContext>(word: string, command: Command<Context>): boolean {
  if (/^-[^-]$/.test(word)) return kindOfShort(word.charAt(1), command) === 'valued'
  const name = /^--([^=]+)$/.exec(word)?.[1]
  return name !== undefined && kindOf(camelCase(name), command.parameters) === 'valued'
}

const camelCase = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
