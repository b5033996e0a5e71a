import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Describes which permissions are missing to use an SQLite file; undefined if permissions are not the problem. */
export function describeAccessProblem(path: string): string | undefined {
  const folder = dirname(path)
  if (!existsSync(folder)) return `folder ${folder} does not exist`
  const missing = [
    ...(hasAccess(path, constants.R_OK) ? [] : ['read it']),
    ...(hasAccess(path, constants.W_OK) ? [] : ['write to it']),
    ...(hasAccess(folder, constants.W_OK) ? [] : [`write to its folder ${folder}, where SQLite keeps a log`]),
  ]
  return missing.length === 0 ? undefined : `you have no permission to ${missing.join(' or to ')}`
}

/** A missing file counts as accessible. */
function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** Whether the permissions of the folder keep SQLite from creating its log beside the file. */
export function isInReadOnlyFolder(path: string): boolean {
  return !hasAccess(dirname(path), constants.W_OK)
}

/**
 * Reads a stamp that changes when the file does; null if the file is missing or its log has data that is not in the file yet. SQLite can
 * read a file without a log only if it is told that the file does not change.
 */
export function readStamp(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false })
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return info === undefined || (log?.size ?? 0) > 0 ? null : `${info.mtimeMs} ${info.size}`
}
