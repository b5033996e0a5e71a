import { open, rename, rm, stat } from 'node:fs/promises'
import { reasonOf, RunError } from '../bulk/run-error.ts'
import { shownName } from '../bulk/shown-name.ts'
import type { Sink } from '../bulk/sink.ts'

/**
 * Writes a file under another name and gives it its own when it is whole: what was there before stays until then. A pipe or
 * a device is written to as it is.
 */
export async function writeFileWhole<T>(file: string, use: (sink: Sink) => Promise<T>): Promise<T> {
  const before = await stat(file).catch(() => null)
  if (before !== null && !before.isFile()) return writeTo(file, file, use)
  const part = `${file}.part`
  try {
    const result = await writeTo(file, part, use)
    await rename(part, file).catch(refuse(file))
    return result
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeTo<T>(file: string, path: string, use: (sink: Sink) => Promise<T>): Promise<T> {
  const handle = await open(path, 'w').catch(refuse(file))
  try {
    // A disk that fills up may take a part of it.
    return await use({ write: (bytes) => handle.writeFile(bytes).catch(refuse(file)) })
  } finally {
    await handle.close()
  }
}

function refuse(file: string): (error: unknown) => never {
  return (error) => {
    throw new RunError(`cannot write ${shownName(file)}: ${reasonOf(error)}`, 3, error)
  }
}
