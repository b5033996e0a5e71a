import { join } from 'node:path'
import { RegistryError } from '../errors.ts'
import type { Files } from './files.ts'

/** The file that names the current snapshot. */
const POINTER = 'current'

const SNAPSHOT = /^registry-(\d{6,})\.sqlite$/
/** Temporary files of a publish that was interrupted; see `createTemporaryName`. */
const UNFINISHED =
  /^\.(?:registry-\d{6,}\.sqlite|current)\.(?:[\da-z]+-[\da-z-]+\.)?[\da-f]{24}\.tmp(?:-journal|-wal|-shm)?$/

export function getPointerPath(folder: string): string {
  return join(folder, POINTER)
}

export function formatSnapshotName(number: number): string {
  return `registry-${String(number).padStart(6, '0')}.sqlite`
}

/** Null if the file is not a snapshot. */
export function parseSnapshotNumber(name: string): number | null {
  const digits = SNAPSHOT.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

export const isUnfinished = (name: string): boolean => UNFINISHED.test(name)

/** Reads the name of the current snapshot; null if nothing was published yet. */
export async function readPointer(folder: string, files: Pick<Files, 'read'>): Promise<string | null> {
  const text = await files.read(getPointerPath(folder))
  if (text === null) return null
  const name = text.trim()
  if (parseSnapshotNumber(name) !== null) return name
  throw new RegistryError('registry/bad-pointer', { thing: getPointerPath(folder) })
}

/** Switches the pointer atomically: readers see the old name or the new one. It is on disk when this returns. */
export async function swapPointer(folder: string, name: string, files: Files): Promise<void> {
  await files.write(getPointerPath(folder), `${name}\n`)
  await files.sync(folder)
}
