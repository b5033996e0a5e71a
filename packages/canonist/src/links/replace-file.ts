import type { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { writeAtomically } from '../io/write-atomically.ts'

/** Replaces the content of a file. False if the file has changed since `before` was read. */
export async function replaceFile(path: string, before: Buffer, after: Buffer): Promise<boolean> {
  if (!before.equals(await readFile(path))) return false
  await writeAtomically(path, (write) => write(after))
  return true
}
