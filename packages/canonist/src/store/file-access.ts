import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Why this user cannot have a file of SQLite, for people; undefined where rights are not to blame. */
export function describeAccessProblem(path: string): string | undefined {
  const folder = dirname(path)
  if (!existsSync(folder)) return `there is no folder ${folder}`
  const deeds = [
    ...(hasAccess(path, constants.R_OK) ? [] : ['read it']),
    ...(hasAccess(path, constants.W_OK) ? [] : ['write to it']),
    ...(hasAccess(folder, constants.W_OK) ? [] : [`write to its folder ${folder}, where SQLite keeps a log beside it`]),
  ]
  return deeds.length === 0 ? undefined : `this user may not ${deeds.join(', and not ')}`
}

/** What is not there is not in the way. */
function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** Whether SQLite cannot make its log beside the file because of the rights of the folder. */
export function isInReadOnlyFolder(path: string): boolean {
  return !hasAccess(dirname(path), constants.W_OK)
}

/**
 * What shows that a file is still the same; null where it is missing, or where its log holds something that is not in the file
 * yet. SQLite can read a file without a log beside it only if it is told that the file will not change.
 */
export function readStamp(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false })
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return info === undefined || (log?.size ?? 0) > 0 ? null : `${info.mtimeMs} ${info.size}`
}
