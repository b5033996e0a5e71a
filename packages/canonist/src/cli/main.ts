import { run } from '@stricli/core'
import { application, routes } from './application.ts'
import { command, type CanonistContext } from './context.ts'
import { endInterrupted, readEnvironment } from './environment.ts'
import { print } from './output/print.ts'
import { expandShortFlags } from './flags/short-flags.ts'

const USAGE_ERROR = 2
const COULD_NOT_RUN = 3
const GRACE_MS = 200

/** Runs the command line of `process` and ends it with the exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  process.on('SIGINT', () => endInterrupted(process))
  const { stdout, stderr, env } = process
  const environment = readEnvironment(process)
  // The framework writes help and version itself, without waiting or looking at failures: that is done here.
  let help = ''
  const kept = {
    write: (text: string) => void (help += text),
    getColorDepth: () => (environment.hasColour ? (stdout.getColorDepth?.(env) ?? 4) : 1),
  }
  const context: CanonistContext = { process: { stdout: kept, stderr, env, exitCode: null }, environment }
  const expanded = expandShortFlags(routes, process.argv.slice(2))
  if (!expanded.ok) {
    environment.tell(`canonist: ${expanded.message}`)
    return end(process, USAGE_ERROR)
  }
  await run(application, expanded.args, context)
  if (help !== '') await printHelp.call(context, help)
  end(process, exitCodeOf(Number(context.process.exitCode ?? 0)))
}

const printHelp = command<string, []>(async ({ sink }, help) => {
  await print(sink, help)
  return 0
})

/**
 * By letting the process run out, not by `process.exit`: that waits for V8's compiler threads, and one of those may be
 * waiting for a garbage collection that never comes. Only an open stdin that nobody reads to its end needs the push.
 */
function end(process: NodeJS.Process, code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), GRACE_MS).unref()
}

/** The framework's own codes are negative: -5 and -4 are what the user typed, the others are ours. */
function exitCodeOf(code: number): number {
  if (code >= 0) return code
  return code === -4 || code === -5 ? USAGE_ERROR : COULD_NOT_RUN
}

if (import.meta.main) await main(process)
