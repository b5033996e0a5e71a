import { writeSync } from '@canonist/lists/internal/io/node-fs'

const GRACE_MS = 200

/** Runs the command line of `process` and ends it with the exit code. */
export async function main(process: NodeJS.Process): Promise<void> {
  const args = process.argv.slice(2)
  if (args.length === 1 && args[0] === '--version' && (await hasWrittenVersion())) return
  const { runCommandLine } = await import('./run-command-line.ts')
  end(process, await runCommandLine(process, args))
}

const STDOUT = 1

/** Skips loading everything else, which takes longer than this. If it fails, the full command reports the failure. */
async function hasWrittenVersion(): Promise<boolean> {
  try {
    const { readVersion } = await import('@canonist/server/internal/canonist/version')
    writeSync(STDOUT, `${readVersion()}\n`)
    return true
  } catch {
    return false
  }
}

/**
 * Lets the process run out instead of calling `process.exit`, which waits for V8's compiler threads, one of which may be
 * waiting for a garbage collection that never comes. Only an open stdin that is not read to its end needs the call.
 */
function end(process: NodeJS.Process, code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), GRACE_MS).unref()
}

if (import.meta.main) await main(process)
