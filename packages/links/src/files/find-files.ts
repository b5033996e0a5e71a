import { glob, open, readdir, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { findFormat } from './read/formats.ts'

export interface FoundFiles {
  readonly names: readonly string[]
  /** The folder that was searched; null for a file that the argument names itself. Links may lead out of it. */
  readonly folder: string | null
}

/** Whether a file of a folder, or a match of a pattern, is to be read. */
type Filter = (path: string) => Promise<boolean>

/**
 * The files that an argument means: itself, every readable file below a folder, or the matches of a pattern if no file has
 * that name. With `anyName`, text files whose names do not tell their format are among them. Throws the system's error for a
 * name that is none of these.
 */
export async function findFiles(argument: string, anyName = false): Promise<FoundFiles> {
  const filter: Filter = (path) => isReadable(path, anyName)
  const info = await stat(argument).catch((error: unknown) => (hasWildcard(argument) ? null : Promise.reject(error)))
  if (info === null) return { names: (await listMatches(argument, filter)).toSorted(), folder: findFolder(argument) }
  if (info.isDirectory()) return { names: await listFilesBelow(argument, filter), folder: argument }
  return { names: [normalize(argument)], folder: null }
}

/** The part of a pattern in front of its first segment with a wildcard. */
function findFolder(pattern: string): string {
  const segments = pattern.split('/')
  const fixed = segments.slice(0, segments.findIndex(hasWildcard)).join('/')
  if (fixed !== '') return fixed
  return pattern.startsWith('/') ? '/' : '.'
}

/** Groups such as `!(drafts)` count too: the name of a folder ends before them. */
const hasWildcard = (argument: string): boolean => /[*?[{]|[!+@]\(/.test(argument)

async function listMatches(pattern: string, filter: Filter): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(pattern)) if (await filter(path)) found.push(normalize(path))
  return found
}

/** Folders into which package managers put the files of others: npm, Bower, Hugo. */
const VENDORED: ReadonlySet<string> = new Set(['node_modules', 'bower_components', '_vendor'])

/** By the order of their names, without hidden files and the files of others. Does not follow links to folders, which may go in circles. */
async function listFilesBelow(folder: string, filter: Filter): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || VENDORED.has(entry.name)) continue
    if (entry.isDirectory()) for (const below of await listFilesBelow(path, filter)) found.push(below)
    else if (await filter(path)) found.push(path)
  }
  return found
}

/** Includes a link without a target, so that it is reported; leaves out a link to a folder. */
async function isReadable(path: string, anyName: boolean): Promise<boolean> {
  const hasFormat = findFormat(path) !== null
  if (!hasFormat && !anyName) return false
  const info = await stat(path).catch(() => null)
  if (info === null) return hasFormat
  return info.isFile() && (hasFormat || !(await isBinary(path)))
}

const LOOKED_AT = 8000

/** Git's test: a zero byte near the beginning. */
async function isBinary(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read({ length: LOOKED_AT })
    return buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}

/** A path as reports write it, on every system. */
export const toReportName = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'))
