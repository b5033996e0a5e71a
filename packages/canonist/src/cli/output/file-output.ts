import type { Sink } from '../../io/sink.ts'
import { writeAtomically } from '../../io/write-atomically.ts'

/** Writes a file that the user named; see `writeAtomically`. A file that cannot be written ends the command with exit code 3. */
export function writeFileWhole<T>(file: string, use: (sink: Sink) => Promise<T>): Promise<T> {
  return writeAtomically(file, (write) => use({ write }))
}
