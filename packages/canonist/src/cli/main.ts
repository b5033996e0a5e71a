import { writeSync } from '../io/node-fs.ts'
import { readVersion } from '../app/version.ts'

const GRACE_MS = 200

/** Runs the command line of `process` and ends it with the exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const args = process.argv.slice(2)
  if (args.length === 1 && args[0] === '--version' && hasWrittenVersion()) return
  const { runCommandLine } = await import('./run-command-line.ts')
  end(process, await runCommandLine(process, args))
}

const STDOUT = 1

/** At once: everything else here takes longer to load than this takes. A failure is found again, and told, by the long way. */
function hasWrittenVersion(): boolean {
  try {
    writeSync(STDOUT, `${readVersion()}\n`)
    return true
  } catch {
    return false
  }
}

/**
 * By letting the process run out, not by `process.exit`: that waits for V8's compiler threads, and one of those may be
 * waiting for a garbage collection that never comes. Only an open stdin that nobody reads to its end needs the push.
 */
function end(process: NodeJS.Process, code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), GRACE_MS).unref()
}

if (import.meta.main) await main(process)
