import { readFile } from 'node:fs/promises'
import { writeAtomically } from '@canonist/lists/internal/io/write-atomically'

/** Replaces the content of a file. False if the file has changed since `before` was read. */
export async function replaceFile(path: string, before: Uint8Array, after: Uint8Array): Promise<boolean> {
  if (!(await readFile(path)).equals(before)) return false
  await writeAtomically(path, (write) => write(after))
  return true
}
