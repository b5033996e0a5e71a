import { statSync, type Stats } from 'node:fs'
import type { Sink } from '@canonist/lists/internal/io/sink'
import { writeAtomically } from '@canonist/lists/internal/io/write-atomically'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import type { Environment } from '../environment.ts'
import { RunError } from '../run-error.ts'

/** Writes a file that the user named; see `writeAtomically`. A file that cannot be written ends the command with exit code 3. */
export function writeFileWhole<T>(file: string, use: (sink: Sink) => Promise<T>): Promise<T> {
  return writeAtomically(file, (write) => use({ write }))
}

/** Thrown instead of ending the process, so that the file is completed first. */
class Interrupted extends Error {}

/** How a command ended if its results are kept. */
type Ending<Code> = { readonly code: Code } | { readonly error: RunError } | 'interrupted'

/**
 * Runs a command with `file` instead of stdout. The file appears when it is complete. An interrupted command keeps the
 * results that it has finished, and so does one that fails with a `RunError` after writing some; any other failure leaves the
 * old file untouched.
 */
export async function runIntoFile<Code>(
  environment: Environment,
  { file, db = environment.database }: { readonly file: string; readonly db: string | undefined },
  run: (environment: Environment) => Promise<Code>,
): Promise<Code> {
  rejectRegistryFile(file, db, '--output')
  const ending = await writeFileWhole(file, async (sink): Promise<Ending<Code>> => {
    let hasWritten = false
    const counted: Sink = {
      async write(bytes) {
        hasWritten = true
        await sink.write(bytes)
      },
    }
    try {
      return { code: await run(replaceSink(environment, counted)) }
    } catch (error) {
      if (error instanceof Interrupted) return 'interrupted'
      if (error instanceof RunError && hasWritten) return { error }
      throw error
    }
  })
  if (ending === 'interrupted') return environment.endInterrupted()
  if ('error' in ending) throw ending.error
  return ending.code
}

function replaceSink(environment: Environment, sink: Sink): Environment {
  const own: Partial<Environment> = {
    sink,
    isReadByPerson: false,
    hasColour: false,
    endInterrupted() {
      throw new Interrupted()
    },
  }
  // Not a copy: copying reads every getter, which opens stderr and inspects the terminal.
  return Object.create(environment, Object.getOwnPropertyDescriptors(own)) as Environment
}

/** The registry is read while the file is written, and would be replaced by it. */
export function rejectRegistryFile(output: string, db: string, flag: '--output' | '--rejects'): void {
  const file = db.replace(/^sqlite:/i, '')
  const isRegistry = [file, `${file}-wal`, `${file}-shm`].some((path) => isSameFile(path, output))
  if (isRegistry) throw new RunError(`${quoteEmpty(output)} is the registry itself. Name another file for ${flag}.`, 2)
}

export function isSameFile(path: string, other: string): boolean {
  const one = statOrNull(path)
  const two = statOrNull(other)
  return one !== null && one.dev === two?.dev && one.ino === two.ino
}

/** Also null for a path that cannot be resolved, such as a loop of links: opening it reports why. */
function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
