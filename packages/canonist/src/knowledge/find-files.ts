import { glob, readdir, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { formatOf } from './read/formats.ts'

export interface FoundFiles {
  readonly names: readonly string[]
  /** The folder that was searched; null for a file that the argument names itself. Links may lead out of it. */
  readonly folder: string | null
}

/**
 * The files that an argument means: itself, every readable file below a folder, or the matches of a pattern if no file has
 * that name. Throws the system's error for a name that is none of them.
 */
export async function findFiles(argument: string): Promise<FoundFiles> {
  const info = await stat(argument).catch((error: unknown) => (hasWildcard(argument) ? null : Promise.reject(error)))
  if (info === null) return { names: (await matches(argument)).toSorted(), folder: folderOf(argument) }
  if (info.isDirectory()) return { names: await filesBelow(argument), folder: argument }
  return { names: [normalize(argument)], folder: null }
}

/** The part of a pattern in front of its first segment with a wildcard. */
function folderOf(pattern: string): string {
  const segments = pattern.split('/')
  const fixed = segments.slice(0, segments.findIndex(hasWildcard)).join('/')
  if (fixed !== '') return fixed
  return pattern.startsWith('/') ? '/' : '.'
}

const hasWildcard = (argument: string): boolean => /[*?[{]/.test(argument)

async function matches(pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(pattern)) if (await isReadable(path)) found.push(normalize(path))
  return found
}

/** By the order of their names. What is hidden, and node_modules, is nobody's knowledge; links to folders may go in circles. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) for (const below of await filesBelow(path)) found.push(below)
    else if (await isReadable(path)) found.push(path)
  }
  return found
}

/** A link that leads nowhere is taken along, so that it is told of; one to a folder is not. */
async function isReadable(path: string): Promise<boolean> {
  if (formatOf(path) === null) return false
  const info = await stat(path).catch(() => null)
  return info === null || info.isFile()
}

/** A path as reports write it, on every system. */
export const reportName = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'))
