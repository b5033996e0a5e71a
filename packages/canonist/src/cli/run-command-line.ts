import { run } from '@stricli/core'
import { createApplication, loadRoutes } from './application.ts'
import { command, type CanonistContext } from './context.ts'
import { endInterrupted, readEnvironment } from './environment.ts'
import { expandShortFlags } from './flags/short-flags.ts'
import { print } from './output/print.ts'

const USAGE_ERROR = 2
const COULD_NOT_RUN = 3

/** Runs the command that the arguments name; returns its exit code. */
export async function runCommandLine(process: NodeJS.Process, args: readonly string[]): Promise<number> {
  process.on('SIGINT', () => endInterrupted(process))
  const environment = readEnvironment(process)
  const { env } = process
  // The framework writes help and version itself, without waiting or looking at failures: that is done here.
  let help = ''
  const kept = {
    write: (text: string) => void (help += text),
    getColorDepth: () => (environment.hasColour ? (process.stdout.getColorDepth?.(env) ?? 4) : 1),
  }
  const stderr = {
    write: (text: string) => void process.stderr.write(text),
    getColorDepth: () => process.stderr.getColorDepth?.(env) ?? 1,
  }
  const context: CanonistContext = { process: { stdout: kept, stderr, env, exitCode: null }, environment }
  const routes = await loadRoutes(args)
  const expanded = expandShortFlags(routes, args)
  if (!expanded.ok) {
    environment.tell(`canonist: ${expanded.message}`)
    return USAGE_ERROR
  }
  await run(createApplication(routes), expanded.args, context)
  if (help !== '') await printHelp.call(context, help)
  return exitCodeOf(Number(context.process.exitCode ?? 0))
}

const printHelp = command<string, []>(async ({ sink }, help) => {
  await print(sink, help)
  return 0
})

/** The framework's own codes are negative: -5 and -4 are what the user typed, the others are ours. */
function exitCodeOf(code: number): number {
  if (code >= 0) return code
  return code === -4 || code === -5 ? USAGE_ERROR : COULD_NOT_RUN
}
