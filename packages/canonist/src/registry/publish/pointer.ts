import { join } from 'node:path'
import { RegistryError } from '../registry-error.ts'
import type { Files } from './files.ts'

/** The file that names the snapshot in force. */
const POINTER = 'current'
/** What is not finished, of which nothing is missed when it goes. */
const PART = '.part'

const SNAPSHOT = /^registry-(\d{6,})\.sqlite$/
const UNFINISHED = /^(?:registry-\d{6,}\.sqlite|current)\.part(?:-journal|-wal|-shm)?$/

export function pointerPath(folder: string): string {
  return join(folder, POINTER)
}

export function snapshotName(number: number): string {
  return `registry-${String(number).padStart(6, '0')}.sqlite`
}

export const partOf = (name: string): string => `${name}${PART}`

/** Null for a file that is no snapshot. */
export function snapshotNumber(name: string): number | null {
  const digits = SNAPSHOT.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

export const isUnfinished = (name: string): boolean => UNFINISHED.test(name)

/** The name of the snapshot in force; null where nothing was published yet. */
export async function readPointer(folder: string, files: Pick<Files, 'read'>): Promise<string | null> {
  const text = await files.read(pointerPath(folder))
  if (text === null) return null
  const name = text.trim()
  if (snapshotNumber(name) !== null) return name
  throw new RegistryError(
    'registry/bad-pointer',
    `${pointerPath(folder)} names no snapshot; publish to another folder, or remove that file if it is of no use`,
  )
}

/** From one moment to the next, and for good when it returns. */
export async function swapPointer(folder: string, name: string, files: Files): Promise<void> {
  const part = partOf(pointerPath(folder))
  await files.write(part, `${name}\n`)
  await files.rename(part, pointerPath(folder))
  await files.sync(folder)
}
