import { buildApplication, run, text_en } from '@stricli/core'
import { existsSync } from '@canonist/lists/internal/io/node-fs'
import { findCommand, type Found } from './catalogue.ts'
import type { CanonistContext } from './context.ts'
import { wrapAction, type CanonistCommand } from './define-command.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { readArguments, type ReadArguments } from './flags/read-arguments.ts'
import { print } from './output/print.ts'

const USAGE_ERROR = 2
const COULD_NOT_RUN = 3

/** Runs the command that the arguments name; returns its exit code. */
export async function runCommandLine(process: NodeJS.Process, args: readonly string[]): Promise<number> {
  const environment = readEnvironment(process, args)
  process.on('SIGINT', () => environment.endInterrupted())
  const context = createContext(process, environment)
  const isHelp = args[0] === 'help'
  const found = findCommand(isHelp ? args.slice(args[1] === 'help' ? 2 : 1) : args)
  if (found.kind === 'command') return runFound(context, found, isHelp)
  const { answerWithoutCommand } = await import('./help/answer-without-command.ts')
  const answer = await answerWithoutCommand(found, environment)
  return answer.ok ? printHelp(context, answer.text) : reportMisuse(environment, answer.message)
}

function createContext(process: NodeJS.Process, environment: Environment): CanonistContext {
  const { env } = process
  // Without the depth of colours it writes plain text, as all other messages are. Ours are written elsewhere, and empty here.
  const stderr = { write: (text: string) => (text === '\n' ? undefined : void process.stderr.write(text)) }
  // The framework may write messages only: it does not wait for writes, or notice that they fail.
  return { process: { stdout: stderr, stderr, env, exitCode: null }, environment }
}

async function runFound(
  context: CanonistContext,
  { name, load, rest }: Found & { readonly kind: 'command' },
  isHelp: boolean,
): Promise<number> {
  const { environment } = context
  const found = await load()
  const read = readArguments(found.parameters, rest)
  if (isHelp || (read.ok && read.wantsHelp)) {
    const { showHelp } = await import('./help/answer-without-command.ts')
    return printHelp(context, showHelp(name, found, environment))
  }
  if (!read.ok) return reportMisuse(environment, await describeMisuse(environment, name, found, read))
  const configured = await configure(name, found, read, context)
  if (configured === null) return Number(context.process.exitCode)
  const misuses: unknown[] = []
  const application = buildApplication(found, {
    name: `canonist ${name}`,
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    localization: { text: { ...text_en, exceptionWhileParsingArguments: (error) => collect(misuses, error) } },
  })
  const ready = { ...context, environment: configured.environment }
  await run(application, configured.args, ready)
  if (misuses.length > 0) return reportParseErrors(environment, misuses, name, found)
  return toExitCode(Number(ready.process.exitCode ?? 0))
}

const CONFIG_FILE = 'canonist.yaml'

interface Configured {
  readonly args: readonly string[]
  readonly environment: Environment
}

/** Adds the defaults of the configuration file, if there is one. Null if the file is invalid, which has been reported. */
async function configure(
  name: string,
  found: CanonistCommand,
  { args, given, config }: ReadArguments & { readonly ok: true },
  context: CanonistContext,
): Promise<Configured | null> {
  const { environment } = context
  const file = config ?? environment.configFile ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : null)
  if (file === null) return { args, environment }
  try {
    const { applyConfig } = await import('./config/apply-config.ts')
    return await applyConfig(file, { name, command: found, args, given, environment })
  } catch (error) {
    const { reportFailure } = await import('./describe-failure.ts')
    context.process.exitCode = reportFailure(environment, error)
    return null
  }
}

async function describeMisuse(
  environment: Environment,
  name: string,
  found: CanonistCommand,
  read: ReadArguments & { readonly ok: false },
): Promise<string> {
  if ('incomplete' in read)
    return `${read.incomplete} needs a value. Run canonist ${name} --help to see how to call it.`
  const { describeUnknownFlag } = await import('./help/describe-unknown.ts')
  return describeUnknownFlag(read.unknown, name, found, environment.args)
}

/** Keeps an error that the framework wants a text for: our own are loaded only then. */
function collect(errors: unknown[], error: unknown): string {
  errors.push(error)
  return ''
}

async function reportParseErrors(
  environment: Environment,
  errors: readonly unknown[],
  name: string,
  found: CanonistCommand,
): Promise<number> {
  const { describeParseError } = await import('./parse-errors.ts')
  for (const error of errors) reportMisuse(environment, describeParseError(error, name, found))
  return USAGE_ERROR
}

function reportMisuse({ notify }: Environment, message: string): number {
  notify(`canonist: ${message}`)
  return USAGE_ERROR
}

async function printHelp(context: CanonistContext, text: string): Promise<number> {
  await writeHelp.call(context, { text })
  return Number(context.process.exitCode ?? 0)
}

const writeHelp = wrapAction<{ readonly text: string }, []>(async ({ sink }, { text }) => {
  await print(sink, text)
  return 0
})

/** The framework's own codes are negative: -5 and -4 are what the user typed, the others are ours. */
function toExitCode(code: number): number {
  if (code >= 0) return code
  return code === -4 || code === -5 ? USAGE_ERROR : COULD_NOT_RUN
}
