import type { Stats } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { IoError } from './errors.ts'

/** Where a path leads when it is written to. */
export type Target =
  /** A regular file, or nothing yet. */
  { readonly kind: 'file'; readonly path: string; readonly before: Stats | null } | StreamTarget

/** A pipe, a device, or an open file of this process (`/dev/stdout`): there is nothing to replace. */
export interface StreamTarget {
  readonly kind: 'stream'
  readonly path: string
  readonly isAppended: boolean
}

/** Follows links to the last one, also where it leads to a file that does not exist yet. */
export async function findTarget(path: string): Promise<Target> {
  if (path === '')
    throw new IoError('io/not-found', { thing: 'cannot write ""', says: 'The name is empty.', fix: 'Name a file.' })
  const before = await stat(path).catch(nullIfMissing)
  if (before?.isDirectory() === true || (before === null && path.endsWith('/')))
    throw new IoError('io/is-a-folder', { thing: `cannot write ${path}` })
  if (before !== null && !before.isFile()) return { kind: 'stream', path, isAppended: false }
  const end = await followLinks(path)
  return end === null ? { kind: 'stream', path, isAppended: true } : { kind: 'file', path: end, before }
}

const MAX_LINKS = 40
/** Links in these folders are open files of a process; their targets only look like paths. */
const OPEN_FILES = /^(?:\/proc\/\d+(?:\/task\/\d+)?|\/dev)\/fd$/

/** Null for an open file of a process. */
async function followLinks(path: string): Promise<string | null> {
  let current = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await realpath(dirname(current))
    if (OPEN_FILES.test(folder)) return null
    const found = join(folder, basename(current))
    const next = await readlink(found).catch(nullIfMissing)
    if (next === null) return found
    current = resolve(folder, next)
  }
  throw new IoError('io/link-loop', { thing: `cannot write ${path}` })
}

/** `EINVAL` is what reading a link says of a file that is not a link. */
function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EINVAL')) return null
  throw error
}
