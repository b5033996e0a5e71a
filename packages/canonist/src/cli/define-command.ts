import { buildCommand, type Command, type TypedCommandParameters } from '@stricli/core'
import type { Action, CanonistContext, DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type {
  ArgumentsDescription,
  ArgumentsOf,
  Checked,
  FlagDescription,
  FlagDescriptions,
  FlagsOf,
} from './flags/flags-of.ts'
import { text } from './flags/values.ts'

/** The description of a command for help, the man page, the completion scripts and the reference. */
export interface CommandHelp {
  /** One line for lists of commands, in the imperative. */
  readonly summary: string
  /** The arguments after the name and the options: one line for each way to call the command. */
  readonly usage: readonly string[]
  /** Paragraphs. */
  readonly details: readonly string[]
  /** Commands that work when they are pasted at the root of the repository: a test runs them. */
  readonly examples: readonly string[]
}

export interface CanonistCommand extends Command<CanonistContext> {
  readonly help: CommandHelp
}

/** Loads a command. Only the named command is loaded: loading all of them takes longer than a short command runs. */
export type LoadCommand = () => Promise<CanonistCommand>

/** A word with commands of its own, such as `frontier`. */
export interface Family {
  readonly summary: string
  /** What the word does without one of its commands, such as `serve`; without it, the word shows help. */
  readonly itself?: LoadCommand
  readonly commands: Readonly<Record<string, LoadCommand>>
}

export interface Section {
  readonly title: string
  readonly commands: Readonly<Record<string, LoadCommand | Family>>
}

const outputFlag = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'file',
  brief: 'Write the results to this file instead of stdout',
} as const satisfies FlagDescription

/** The flag of every command that writes results. */
export type OutputFlag = Partial<FlagsOf<{ output: typeof outputFlag }>>

/** A command's description, which help needs, and which is loaded without the code that the command runs. */
export interface CommandDescription<Flags extends FlagDescriptions, Arguments extends ArgumentsDescription> {
  readonly parameters: {
    readonly flags: Flags
    /** The letter of a short flag, with its long name. */
    readonly aliases?: Readonly<Record<string, keyof Flags & string>>
    readonly positional?: Arguments
  }
  /** False if the command writes no results to stdout, or has another meaning for --output. */
  readonly hasResults?: boolean
  /** Runs before the code of the command is loaded. */
  readonly beforeLoad?: () => void
  readonly help: CommandHelp
}

/** Describes a command once: its parameters for the argument parser, from which the types of its flags follow, and its text for help. */
export function defineCommand<const Flags extends FlagDescriptions, const Arguments extends ArgumentsDescription>(
  description: CommandDescription<Flags, Arguments> & { readonly parameters: { readonly flags: Checked<Flags> } },
): CommandDescription<Flags, Arguments> {
  return description
}

type AnyFlags = Readonly<Record<string, unknown>>

/**
 * Pairs the description of a command with the code that runs it. Each is loaded only when it is needed: help and other commands start
 * without the code.
 */
export function pair<Flags extends FlagDescriptions, Arguments extends ArgumentsDescription>(
  loadDescription: () => Promise<{ readonly command: CommandDescription<Flags, Arguments> }>,
  loadCode: () => Promise<{
    readonly run: Action<FlagsOf<NoInfer<Flags>> & OutputFlag, ArgumentsOf<NoInfer<Arguments>>>
  }>,
): LoadCommand {
  return async () => {
    const { parameters, hasResults = true, beforeLoad, help } = (await loadDescription()).command
    // The framework checks what is described against the types of flags. Here the types follow from what is described, and are checked by now.
    const described: object = hasResults ? addOutputFlag(parameters) : parameters
    const built = buildCommand<AnyFlags, readonly string[], CanonistContext>({
      async loader() {
        beforeLoad?.()
        return wrapAction((await loadCode()).run as Action<AnyFlags, readonly string[]>, hasResults)
      },
      parameters: described as TypedCommandParameters<AnyFlags, readonly string[], CanonistContext>,
      docs: { brief: help.summary },
    })
    return Object.assign(built, { help })
  }
}

function addOutputFlag<
  Described extends { readonly flags?: object | undefined; readonly aliases?: object | undefined },
>(parameters: Described): Described {
  const { flags, aliases } = parameters
  return { ...parameters, flags: { ...flags, output: outputFlag }, aliases: { ...aliases, o: 'output' } }
}

type CommandFunction<Flags, Args extends readonly unknown[]> = (
  this: CanonistContext,
  flags: Flags,
  ...args: Args
) => Promise<void>

/** The flags that the wrapper around every command reads. */
interface FrameFlags extends OutputFlag {
  readonly db?: string | undefined
}

/** Runs an action, and turns its result or its error into an exit code and at most one line on stderr. */
export function wrapAction<Flags, Args extends readonly unknown[]>(
  action: Action<Flags, Args>,
  hasResults = true,
): CommandFunction<Flags, Args> {
  return async function run(flags, ...args) {
    try {
      const run = (environment: Environment): Promise<DoneExitCode> => action(environment, flags, ...args)
      const code = await (hasResults
        ? runWithOutput(this.environment, flags as Flags & FrameFlags, run)
        : run(this.environment))
      this.process.exitCode = code === 0 && this.environment.hasWarned ? 1 : code
    } catch (error) {
      const { reportFailure } = await import('./describe-failure.ts')
      this.process.exitCode = reportFailure(this.environment, error)
    }
  }
}

/** Writes the results to the file of `--output`, if the user named one. */
async function runWithOutput(
  environment: Environment,
  { output, db }: FrameFlags,
  run: (environment: Environment) => Promise<DoneExitCode>,
): Promise<DoneExitCode> {
  if (output === undefined || output === '-') return run(environment)
  const { runIntoFile } = await import('./output/file-output.ts')
  return runIntoFile(environment, { file: output, db }, run)
}
